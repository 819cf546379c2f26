/* SPDX-License-Identifier: MIT */
/* Steps in the program's own code.
 *
 * concc -fconc-schedules compiles every unit with -fsanitize=thread and links this file instead of
 * the sanitizer's runtime. The compiler puts a call before each access to memory that another
 * thread could see, and replaces each atomic operation by a call. So the schedule may leave an
 * unprotected counter between its load and its store, and the inline fast paths of libconc's
 * headers are steps without any code for it.
 *
 * Rejected: a compiler pass of our own (two compilers, every version); steps only at calls of
 * libconc (plain data races would stay hidden).
 */
#include "race.h"

#include <string.h>

/* only the compiler calls these functions */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define HERE __builtin_return_address(0)

/* A step, and then an access by the lane that the step has chosen. */
static inline __attribute__((always_inline)) void note(const volatile void *address, size_t size,
                                                       unsigned access, const void *place)
{
	enum conc_touch touch = access & CONC_ACCESS_WRITE ? CONC_TOUCH_WRITES : CONC_TOUCH_READS;

	conc_schedule_access(place, conc_schedule_step_of(address, touch, size));
	if (conc_edge_on) conc_race_access((uintptr_t)address, size, access, place);
}

#define ACCESS(call, size, access)                 \
	void call(void *address)                   \
	{                                          \
		note(address, size, access, HERE); \
	}

#define READS(call, size) ACCESS(call, size, CONC_ACCESS_READ)
#define WRITES(call, size) ACCESS(call, size, CONC_ACCESS_WRITE)
#define UPDATES(call, size) ACCESS(call, size, CONC_ACCESS_WRITE | CONC_ACCESS_READ_TOO)

#define ACCESSES(size)                                      \
	READS(__tsan_read##size, size)                      \
	WRITES(__tsan_write##size, size)                    \
	READS(__tsan_unaligned_read##size, size)            \
	WRITES(__tsan_unaligned_write##size, size)          \
	READS(__tsan_volatile_read##size, size)             \
	WRITES(__tsan_volatile_write##size, size)           \
	READS(__tsan_unaligned_volatile_read##size, size)   \
	WRITES(__tsan_unaligned_volatile_write##size, size) \
	UPDATES(__tsan_read_write##size, size)              \
	UPDATES(__tsan_unaligned_read_write##size, size)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

/* Of C++ objects: constructors and destructors set the pointer to the virtual functions, mostly to
 * what it is. */
void __tsan_vptr_update(void **at, void *value)
{
	note(at, sizeof *at, *at == value ? CONC_ACCESS_READ : CONC_ACCESS_WRITE, HERE);
}

void __tsan_vptr_read(void **at)
{
	note(at, sizeof *at, CONC_ACCESS_READ, HERE);
}

void __tsan_init(void) {}

void __tsan_func_entry(void *caller)
{
	(void)caller;
}

void __tsan_func_exit(void *caller)
{
	(void)caller;
}

void __tsan_read_range(void *address, long size)
{
	note(address, (size_t)size, CONC_ACCESS_READ, HERE);
}

void __tsan_write_range(void *address, long size)
{
	note(address, (size_t)size, CONC_ACCESS_WRITE, HERE);
}

/* clang calls these for copies. */
void *__tsan_memcpy(void *to, const void *from, size_t size)
{
	conc_schedule_access(HERE, conc_schedule_step_at(to, CONC_TOUCH_WRITES));
	conc_race_copies(to, from, size, HERE);
	return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size)
{
	conc_schedule_access(HERE, conc_schedule_step_at(to, CONC_TOUCH_WRITES));
	conc_race_copies(to, from, size, HERE);
	return memmove(to, from, size);
}

void *__tsan_memset(void *to, int value, size_t size)
{
	conc_schedule_access(HERE, conc_schedule_step_at(to, CONC_TOUCH_WRITES));
	conc_race_writes(to, size, HERE);
	return memset(to, value, size);
}

/* ---- Atomic operations: sequentially consistent, since one kernel thread runs them. The orders
 * are the compilers' numbers, and only say which edges there are. All types are gcc's. ---- */

#define FETCH(bits, type, name, operation)                                                 \
	type __tsan_atomic##bits##_fetch_##name(volatile void *at, type value, int order)  \
	{                                                                                  \
		conc_race_updates(at, sizeof value, order, HERE);                          \
		return __atomic_##operation((volatile type *)at, value, __ATOMIC_SEQ_CST); \
	}

#define CAS(bits, type, name)                                                                      \
	bool __tsan_atomic##bits##_compare_exchange_##name(volatile void *at, void *expected,      \
	                                                   type value, int order, int other)       \
	{                                                                                          \
		conc_schedule_access(HERE,                                                         \
		                     conc_schedule_step_of(at, CONC_TOUCH_CHANGES, sizeof(type))); \
		if (__atomic_compare_exchange_n((volatile type *)at, (type *)expected, value, 0,   \
		                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))               \
			return conc_race_swapped(at, sizeof(type), order, HERE);                   \
		return conc_race_not_swapped(at, sizeof(type), other, HERE);                       \
	}

#define ATOMICS(bits, type)                                                                        \
	type __tsan_atomic##bits##_load(const volatile void *at, int order)                        \
	{                                                                                          \
		conc_race_loads(at, sizeof(type), order, HERE);                                    \
		return __atomic_load_n((const volatile type *)at, __ATOMIC_SEQ_CST);               \
	}                                                                                          \
	void __tsan_atomic##bits##_store(volatile void *at, type value, int order)                 \
	{                                                                                          \
		conc_race_stores(at, sizeof(type), order, HERE);                                   \
		__atomic_store_n((volatile type *)at, value, __ATOMIC_SEQ_CST);                    \
	}                                                                                          \
	type __tsan_atomic##bits##_exchange(volatile void *at, type value, int order)              \
	{                                                                                          \
		conc_race_updates(at, sizeof(type), order, HERE);                                  \
		return __atomic_exchange_n((volatile type *)at, value, __ATOMIC_SEQ_CST);          \
	}                                                                                          \
	FETCH(bits, type, add, fetch_add)                                                          \
	FETCH(bits, type, sub, fetch_sub)                                                          \
	FETCH(bits, type, and, fetch_and)                                                          \
	FETCH(bits, type, or, fetch_or)                                                            \
	FETCH(bits, type, xor, fetch_xor)                                                          \
	FETCH(bits, type, nand, fetch_nand)                                                        \
	CAS(bits, type, strong)                                                                    \
	CAS(bits, type, weak)                                                                      \
	type __tsan_atomic##bits##_compare_exchange_val(volatile void *at, type expected,          \
	                                                type value, int order, int other)          \
	{                                                                                          \
		__tsan_atomic##bits##_compare_exchange_strong(at, &expected, value, order, other); \
		return expected;                                                                   \
	}

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order)
{
	conc_schedule_access(HERE, 0);
	if (conc_edge_on) conc_race_fence(order);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
	(void)order;
}
