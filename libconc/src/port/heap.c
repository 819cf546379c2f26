/* SPDX-License-Identifier: MIT */
/* Pairing heap: a tree whose root is the least node; two trees are melded by making the larger root
 * the first child of the other. Removing a root melds its children in pairs from left to right,
 * then the pairs from right to left. */
#include "heap.h"

static struct conc_heap_node *meld(struct conc_heap *heap, struct conc_heap_node *a,
                                   struct conc_heap_node *b)
{
	if (!a || !b) return a ? a : b;
	/* a goes below only if b is strictly less: equal keys keep their order roughly */
	if (heap->less(b, a)) {
		struct conc_heap_node *swap = a;
		a = b;
		b = swap;
	}
	b->prev = a;
	b->next = a->child;
	if (b->next) b->next->prev = b;
	a->child = b;
	return a;
}

/* Melds a list of siblings into one tree, without recursion: the first pass keeps the
 * pairs in a stack linked by next. */
static struct conc_heap_node *meld_siblings(struct conc_heap *heap, struct conc_heap_node *first)
{
	struct conc_heap_node *pairs = NULL, *tree = NULL;

	while (first) {
		struct conc_heap_node *a = first, *b = first->next;
		first = b ? b->next : NULL;
		a->next = NULL;
		if (b) b->next = NULL;
		a = meld(heap, a, b);
		a->next = pairs;
		pairs = a;
	}
	while (pairs) {
		struct conc_heap_node *a = pairs;
		pairs = a->next;
		a->next = NULL;
		tree = meld(heap, tree, a);
	}
	if (tree) tree->prev = tree->next = NULL;
	return tree;
}

void conc_heap_insert(struct conc_heap *heap, struct conc_heap_node *node)
{
	node->child = node->next = node->prev = NULL;
	heap->root = meld(heap, heap->root, node);
}

void conc_heap_remove(struct conc_heap *heap, struct conc_heap_node *node)
{
	struct conc_heap_node *below = meld_siblings(heap, node->child);

	if (node == heap->root) {
		heap->root = below;
	} else {
		if (node->prev->child == node) node->prev->child = node->next;
		else node->prev->next = node->next;
		if (node->next) node->next->prev = node->prev;
		heap->root = meld(heap, heap->root, below);
	}
	node->child = node->next = node->prev = NULL;
}
