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
#include "lane.h"

#include <string.h>

/* only the compiler calls these functions */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define ACCESS(call)                                               \
	void call(void *address)                                   \
	{                                                          \
		(void)address;                                     \
		conc_schedule_access(__builtin_return_address(0)); \
	}

#define ACCESSES(size)                                \
	ACCESS(__tsan_read##size)                     \
	ACCESS(__tsan_write##size)                    \
	ACCESS(__tsan_unaligned_read##size)           \
	ACCESS(__tsan_unaligned_write##size)          \
	ACCESS(__tsan_volatile_read##size)            \
	ACCESS(__tsan_volatile_write##size)           \
	ACCESS(__tsan_unaligned_volatile_read##size)  \
	ACCESS(__tsan_unaligned_volatile_write##size) \
	ACCESS(__tsan_read_write##size)               \
	ACCESS(__tsan_unaligned_read_write##size)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_init(void) {}

void __tsan_func_entry(void *caller)
{
	(void)caller;
}

void __tsan_func_exit(void *caller)
{
	(void)caller;
}

#define RANGE(call)                                                \
	void call(void *address, long size)                        \
	{                                                          \
		(void)address, (void)size;                         \
		conc_schedule_access(__builtin_return_address(0)); \
	}

RANGE(__tsan_read_range)
RANGE(__tsan_write_range)

/* clang calls these for copies. */
#define COPY(call, source)                                         \
	void *__tsan_##call(void *to, source from, size_t size)    \
	{                                                          \
		conc_schedule_access(__builtin_return_address(0)); \
		return call(to, from, size);                       \
	}

COPY(memcpy, const void *)
COPY(memmove, const void *)
COPY(memset, int)

/* ---- Atomic operations: sequentially consistent, since one kernel thread runs them. The orders
 * are the compilers' numbers and are not used. All types are gcc's. ---- */

#define STEP conc_schedule_access(__builtin_return_address(0))

#define FETCH(bits, type, name, operation)                                                 \
	type __tsan_atomic##bits##_fetch_##name(volatile void *at, type value, int order)  \
	{                                                                                  \
		(void)order;                                                               \
		STEP;                                                                      \
		return __atomic_##operation((volatile type *)at, value, __ATOMIC_SEQ_CST); \
	}

#define CAS(bits, type, name)                                                                    \
	bool __tsan_atomic##bits##_compare_exchange_##name(volatile void *at, void *expected,    \
	                                                   type value, int order, int other)     \
	{                                                                                        \
		(void)order, (void)other;                                                        \
		STEP;                                                                            \
		return __atomic_compare_exchange_n((volatile type *)at, (type *)expected, value, \
		                                   0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
	}

#define ATOMICS(bits, type)                                                               \
	type __tsan_atomic##bits##_load(const volatile void *at, int order)               \
	{                                                                                 \
		(void)order;                                                              \
		STEP;                                                                     \
		return __atomic_load_n((const volatile type *)at, __ATOMIC_SEQ_CST);      \
	}                                                                                 \
	void __tsan_atomic##bits##_store(volatile void *at, type value, int order)        \
	{                                                                                 \
		(void)order;                                                              \
		STEP;                                                                     \
		__atomic_store_n((volatile type *)at, value, __ATOMIC_SEQ_CST);           \
	}                                                                                 \
	type __tsan_atomic##bits##_exchange(volatile void *at, type value, int order)     \
	{                                                                                 \
		(void)order;                                                              \
		STEP;                                                                     \
		return __atomic_exchange_n((volatile type *)at, value, __ATOMIC_SEQ_CST); \
	}                                                                                 \
	FETCH(bits, type, add, fetch_add)                                                 \
	FETCH(bits, type, sub, fetch_sub)                                                 \
	FETCH(bits, type, and, fetch_and)                                                 \
	FETCH(bits, type, or, fetch_or)                                                   \
	FETCH(bits, type, xor, fetch_xor)                                                 \
	FETCH(bits, type, nand, fetch_nand)                                               \
	CAS(bits, type, strong)                                                           \
	CAS(bits, type, weak)                                                             \
	type __tsan_atomic##bits##_compare_exchange_val(volatile void *at, type expected, \
	                                                type value, int order, int other) \
	{                                                                                 \
		(void)order, (void)other;                                                 \
		STEP;                                                                     \
		__atomic_compare_exchange_n((volatile type *)at, &expected, value, 0,     \
		                            __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
		return expected;                                                          \
	}

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order)
{
	(void)order;
	STEP;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
	(void)order;
}
