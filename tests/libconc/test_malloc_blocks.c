/* SPDX-License-Identifier: MIT */
/* The blocks of malloc, against what malloc returned: in the first arena and in that of another kernel thread. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "port/malloc_blocks.h"

#define COUNT 2000

static struct conc_arena arenas[16];
static int count;

static void find(const struct conc_mapping *mapping, void *unused)
{
	uintptr_t step = CONC_ARENA_STEP, start = (mapping->start + step - 1) / step * step;

	(void)unused;
	if (mapping->is_heap) start = mapping->start;
	if (start < mapping->end && count < 16 && conc_arena_find(mapping, start, &arenas[count])) count++;
}

static const struct conc_arena *arena_of(const char *p)
{
	for (int i = 0; i < count; i++)
		if ((uintptr_t)p - arenas[i].start < arenas[i].end - arenas[i].start) return &arenas[i];
	return NULL;
}

/* Memory for the bits that is not malloc's: the arenas must not change. */
static uint64_t bits[16][2][1 << 17];

/* Returns how many of the pointers are in an arena. */
static int check(char **memory, const size_t *sizes)
{
	int found = 0;

	count = 0;
	assert_true(conc_mappings_each(find, NULL));
	memset(bits, 0, sizeof bits);
	for (int i = 0; i < count; i++) {
		assert_true(conc_arena_bits(&arenas[i]) <= sizeof bits[i][0]);
		arenas[i].starts = bits[i][0];
		arenas[i].marks = bits[i][1];
		assert_true(conc_arena_fill(&arenas[i]) > 0);
	}
	for (int i = 0; i < COUNT; i++) {
		const struct conc_arena *arena = memory[i] ? arena_of(memory[i]) : NULL;
		uintptr_t from, to, block, at = (uintptr_t)memory[i];

		if (!arena) continue;
		found++;
		block = conc_arena_block(arena, at, &from, &to);
		assert_true(from == at && to - from >= sizes[i] && to - from < sizes[i] + 64);
		assert_false(conc_arena_is_free(arena, block));
		assert_int_equal(conc_arena_block(arena, at + sizes[i] - 1, &from, &to), block);
		assert_int_equal(conc_arena_block(arena, at + sizes[i] / 2, &from, &to), block);
	}
	return found;
}

static void *allocate(void *result)
{
	static char *memory[COUNT];
	static size_t sizes[COUNT];
	unsigned random = 1;

	for (int i = 0; i < 3 * COUNT; i++) {
		int at = i % COUNT;
		random = random * 1664525 + 1013904223;
		if (memory[at] && random >> 31) continue;
		free(memory[at]);
		sizes[at] = 1 + (random >> 8) % 3000;
		memory[at] = malloc(sizes[at]);
	}
	for (int i = 0; i < COUNT; i += 3) {
		free(memory[i]);
		memory[i] = NULL;
	}
	*(int *)result = check(memory, sizes);
	for (int i = 0; i < COUNT; i++) free(memory[i]);
	memset(memory, 0, sizeof memory);
	return NULL;
}

static void blocks(void **unused)
{
	int found;
	pthread_t t;

	(void)unused;
	allocate(&found);
	if (!found) skip(); /* another malloc: a sanitizer's */
	assert_true(found > COUNT / 2);
	assert_int_equal(pthread_create(&t, NULL, allocate, &found), 0);
	pthread_join(t, NULL);
	assert_true(found > COUNT / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
