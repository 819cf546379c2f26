/* SPDX-License-Identifier: MIT */
/* Steps at atomic operations of 16 bytes, in a file of their own, since only programs with such
 * operations need it. Each is a loop around one compare-and-swap, which both machines have without
 * a library. */
#include "race.h"

#if defined(__x86_64__) || defined(__aarch64__)

/* only the compiler calls these functions */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

typedef unsigned __int128 wide;

#if defined(__x86_64__)
static __attribute__((target("cx16"))) wide swap_if(volatile void *at, wide expected, wide value)
{
	return __sync_val_compare_and_swap((volatile wide *)at, expected, value);
}
#else
static wide swap_if(volatile void *at, wide expected, wide value)
{
	uint64_t low, high, failed;

	do {
		__asm__ volatile("ldaxp %0, %1, [%2]"
		                 : "=&r"(low), "=&r"(high)
		                 : "r"(at)
		                 : "memory");
		if ((((wide)high << 64) | low) != expected) break;
		__asm__ volatile("stlxp %w0, %1, %2, [%3]"
		                 : "=&r"(failed)
		                 : "r"((uint64_t)value), "r"((uint64_t)(value >> 64)), "r"(at)
		                 : "memory");
	} while (failed);
	return ((wide)high << 64) | low;
}
#endif

#define HERE __builtin_return_address(0)

/* Sets *at to the expression `next`, which may use `old`; returns the old value. */
#define REPLACE(next)                                                \
	wide old = swap_if(at, 0, 0), seen;                          \
	for (; (seen = swap_if(at, old, (next))) != old; old = seen) \
		;                                                    \
	return old

#define FETCH(name, next)                                                      \
	wide __tsan_atomic128_##name(volatile void *at, wide value, int order) \
	{                                                                      \
		conc_race_updates(at, 16, order, HERE);                        \
		REPLACE(next);                                                 \
	}

FETCH(exchange, value)
FETCH(fetch_add, old + value)
FETCH(fetch_sub, old - value)
FETCH(fetch_and, old &value)
FETCH(fetch_or, old | value)
FETCH(fetch_xor, old ^ value)
FETCH(fetch_nand, ~(old &value))

wide __tsan_atomic128_load(const volatile void *at, int order)
{
	conc_race_loads(at, 16, order, HERE);
	return swap_if((volatile void *)(uintptr_t)at, 0, 0);
}

void __tsan_atomic128_store(volatile void *at, wide value, int order)
{
	conc_race_stores(at, 16, order, HERE);
	for (wide old = swap_if(at, 0, 0), seen; (seen = swap_if(at, old, value)) != old;
	     old = seen)
		;
}

wide __tsan_atomic128_compare_exchange_val(volatile void *at, wide expected, wide value, int order,
                                           int other)
{
	wide seen;

	conc_schedule_access(HERE, conc_schedule_step_at(at, CONC_TOUCH_CHANGES));
	seen = swap_if(at, expected, value);
	if (seen == expected) conc_race_swapped(at, 16, order, HERE);
	else conc_race_not_swapped(at, 16, other, HERE);
	return seen;
}

#define CAS(name)                                                                               \
	bool __tsan_atomic128_compare_exchange_##name(volatile void *at, void *expected,        \
	                                              wide value, int order, int other)         \
	{                                                                                       \
		wide wanted = *(wide *)expected;                                                \
		conc_schedule_access(HERE, conc_schedule_step_at(at, CONC_TOUCH_CHANGES));      \
		*(wide *)expected = swap_if(at, wanted, value);                                 \
		if (*(wide *)expected == wanted) return conc_race_swapped(at, 16, order, HERE); \
		return conc_race_not_swapped(at, 16, other, HERE);                              \
	}

CAS(strong)
CAS(weak)

#endif
