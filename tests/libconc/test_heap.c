/* SPDX-License-Identifier: MIT */
/* The pairing heap against a plain array, with random insertions and removals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "port/heap.h"

struct item {
	struct conc_heap_node node;
	int key;
	bool in;
};

static bool less(const struct conc_heap_node *a, const struct conc_heap_node *b)
{
	return ((const struct item *)(const void *)a)->key < ((const struct item *)(const void *)b)->key;
}

/* Returns whether the links and the order below node are right. */
static bool is_valid(const struct conc_heap *heap, const struct conc_heap_node *node)
{
	const struct conc_heap_node *prev = node;

	for (const struct conc_heap_node *c = node->child; c; prev = c, c = c->next)
		if (c->prev != prev || heap->less(c, node) || !is_valid(heap, c))
			return false;
	return true;
}

#define ITEMS 200

static int least(const struct item *items)
{
	int key = -1;

	for (int i = 0; i < ITEMS; i++)
		if (items[i].in && (key < 0 || items[i].key < key))
			key = items[i].key;
	return key;
}

static void random_operations(void **state)
{
	static struct item items[ITEMS];
	struct conc_heap heap = {NULL, less};

	(void)state;
	srand(7);
	for (int step = 0; step < 20000; step++) {
		struct item *item = &items[rand() % ITEMS];
		if (item->in) {
			conc_heap_remove(&heap, &item->node);
		} else {
			item->key = rand() % 50;
			conc_heap_insert(&heap, &item->node);
		}
		item->in = !item->in;
		assert_int_equal(heap.root ? ((struct item *)(void *)heap.root)->key : -1, least(items));
		if (step % 16 == 0)
			assert_true(!heap.root || (!heap.root->next && !heap.root->prev &&
			                           is_valid(&heap, heap.root)));
	}
}

static void sorts(void **state)
{
	static struct item items[ITEMS];
	struct conc_heap heap = {NULL, less};
	int last = -1;

	(void)state;
	for (int i = 0; i < ITEMS; i++) {
		items[i].key = i * 7919 % ITEMS;
		conc_heap_insert(&heap, &items[i].node);
	}
	for (int i = 0; i < ITEMS; i++) {
		int key = ((struct item *)(void *)heap.root)->key;
		assert_int_equal(key, last + 1);
		last = key;
		conc_heap_remove(&heap, heap.root);
	}
	assert_null(heap.root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_operations),
		cmocka_unit_test(sorts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
