/* SPDX-License-Identifier: MIT */
/* Stacks: usable to the last byte, guarded, reused last in first out, given back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "port/os.h"
#include "kernel/stack_pool.h"

static struct conc_stack_cache cache;

static void usable_and_guarded(void **state)
{
	struct conc_stack *stack = conc_stack_get(&cache);
	size_t usable = (size_t)(stack->high - stack->low);

	(void)state;
	assert_int_equal((uintptr_t)stack->high % 16, 0);
	assert_true(usable >= conc_stack_size_set(0) - 2 * conc_os_page_size());
	memset(stack->low, 0xa5, usable);
	assert_true(conc_stack_is_guard(stack->low - 1));
	assert_true(conc_stack_is_guard(stack->low - conc_os_page_size()));
	assert_false(conc_stack_is_guard(stack->low));
	assert_false(conc_stack_is_guard(stack->high - 1));
	assert_false(conc_stack_is_guard(&cache));
	conc_stack_put(&cache, stack);
}

static void last_in_first_out(void **state)
{
	struct conc_stack *a = conc_stack_get(&cache), *b = conc_stack_get(&cache);

	(void)state;
	assert_ptr_not_equal(a, b);
	conc_stack_put(&cache, a);
	conc_stack_put(&cache, b);
	assert_ptr_equal(conc_stack_get(&cache), b);
	assert_ptr_equal(conc_stack_get(&cache), a);
	conc_stack_put(&cache, a);
	conc_stack_put(&cache, b);
}

static void another_size(void **state)
{
	struct conc_stack *small = conc_stack_get(&cache), *large, *again;

	(void)state;
	conc_stack_put(&cache, small);
	assert_int_equal(conc_stack_size_set((1 << 20) - 5), 1 << 20);
	large = conc_stack_get(&cache);
	assert_int_equal(large->size, 1 << 20);
	memset(large->low, 1, (size_t)(large->high - large->low));
	conc_stack_put(&cache, large);
	assert_int_equal(conc_stack_size_set(1), 16 << 10);
	assert_int_equal(conc_stack_get(&cache)->size, 16 << 10);
	conc_stack_size_set(small->size);
	again = conc_stack_get(&cache);
	assert_int_equal(again->size, small->size);
	conc_stack_put(&cache, again);
}

static int resident(struct conc_stack *stack)
{
	unsigned char pages[1024];
	int count = 0;
	size_t page = conc_os_page_size(), bytes = (size_t)(stack->high - stack->low) / page * page;

	assert_int_equal(mincore(stack->low, bytes, pages), 0);
	for (size_t i = 0; i < bytes / page; i++)
		count += pages[i] & 1;
	return count;
}

#define MANY 500

static void memory_is_given_back(void **state)
{
	static struct conc_stack *stacks[MANY];
	int pages = 0;

	(void)state;
	for (int i = 0; i < MANY; i++) {
		stacks[i] = conc_stack_get(&cache);
		memset(stacks[i]->high - 65536, 1, 65536);
	}
	for (int i = 0; i < MANY; i++)
		conc_stack_put(&cache, stacks[i]);
	for (int i = 0; i < MANY; i++)
		pages += resident(stacks[i]);
	assert_true(pages >= 1 && pages <= 150 * 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(usable_and_guarded),
		cmocka_unit_test(last_in_first_out),
		cmocka_unit_test(another_size),
		cmocka_unit_test(memory_is_given_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
