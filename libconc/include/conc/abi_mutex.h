/* SPDX-License-Identifier: MIT */
/* mutex, for lowered code.
 *
 *     mutex (a, b) { … }
 *     { CONC_HOLD2(1, conc_owner_lock, CONC_MONITOR(a), CONC_MONITOR(b)); { … } }
 *
 * The idea. The operands are sorted by address and equal ones locked once. A variable keeps them,
 * and its cleanup unlocks them in reverse. For one to six operands of one kind of lock everything
 * is inline: a sorting network without branches, then the lock's own inline fast path, also for a
 * user's lock. Null sorts first, so one comparison finds any null.
 *
 * Rejected: locking in the given order with try_lock and retry (C++'s scoped_lock: under contention
 * it repeats work, and can livelock); function pointers for locks of one kind. */
#ifndef CONC_ABI_MUTEX_H
#define CONC_ABI_MUTEX_H

#include "conc/abi_base.h"
#include "conc/abi_locks.h"
#include "conc/condition.h"
#include "conc/lock.h"

/* ---- Operands ---- */

/* Stop the program. */
void conc_abi_null_operand(const char *where) __attribute__((__noreturn__, __cold__));
void conc_abi_null_monitor(const char *where) __attribute__((__noreturn__, __cold__));

CONC_ABI_INLINE struct conc_owner_lock *conc_abi_monitor(const void *conc_monitor,
                                                         size_t conc_offset, const char *conc_where)
{
	struct conc_owner_lock *conc_lock =
	        (struct conc_owner_lock *)((uintptr_t)conc_monitor + conc_offset);

	if (__builtin_expect(!conc_monitor, 0)) conc_abi_null_monitor(conc_where);
	if (!conc_lock) __builtin_unreachable(); /* makes the test in CONC_HOLD unnecessary */
	return conc_lock;
}

/* The owner lock of the monitor that p points to. Evaluates p once. */
#define CONC_MONITOR(p) \
	conc_abi_monitor(p, __builtin_offsetof(__typeof__(*(p)), conc_owner), CONC_HERE)

/* ---- The locks of libconc by lock name ---- */

void conc_abi_file_lock(void *file, const char *where);
void conc_abi_file_unlock(void *file, const char *where);
void conc_abi_pthread_mutex_lock(void *mutex, const char *where);
void conc_abi_pthread_mutex_unlock(void *mutex, const char *where);

#define CONC_ABI_LOCK(name, type, lock_call, unlock_call)                                    \
	CONC_ABI_INLINE void conc_abi_lock_##name(void *conc_lock, const char *conc_where)   \
	{                                                                                    \
		lock_call((type *)conc_lock, conc_where);                                    \
	}                                                                                    \
	CONC_ABI_INLINE void conc_abi_unlock_##name(void *conc_lock, const char *conc_where) \
	{                                                                                    \
		unlock_call((type *)conc_lock, conc_where);                                  \
	}                                                                                    \
	CONC_ABI_HOLDS(name)

/* ---- Sorting ----
 *
 * Networks with the fewest comparators (1, 3, 5, 9, 12). Each comparator is two conditional moves.
 * tests/libconc/test_mutex_statement.c tries every order. */

#if defined(CONC_SCHEDULES) && CONC_SCHEDULES
/* A seeded run must not depend on addresses, which the kernel chooses. */
uintptr_t conc_abi_schedule_order(const void *object);
CONC_ABI_INLINE void conc_abi_sort(void **conc_low, void **conc_high)
{
	void *conc_i = *conc_low, *conc_j = *conc_high;

	if (conc_abi_schedule_order(conc_j) < conc_abi_schedule_order(conc_i)) {
		*conc_low = conc_j;
		*conc_high = conc_i;
	}
}
#else
CONC_ABI_INLINE void conc_abi_sort(void **conc_low, void **conc_high)
{
	uintptr_t conc_i = (uintptr_t)*conc_low, conc_j = (uintptr_t)*conc_high;

	*conc_low = (void *)(conc_i < conc_j ? conc_i : conc_j);
	*conc_high = (void *)(conc_i < conc_j ? conc_j : conc_i);
}
#endif

CONC_ABI_INLINE void conc_abi_sort1(void **conc_locks)
{
	(void)conc_locks;
}

CONC_ABI_INLINE void conc_abi_sort2(void **conc_locks)
{
	conc_abi_sort(&conc_locks[0], &conc_locks[1]);
}

CONC_ABI_INLINE void conc_abi_sort3(void **conc_locks)
{
	conc_abi_sort(&conc_locks[0], &conc_locks[2]);
	conc_abi_sort(&conc_locks[0], &conc_locks[1]);
	conc_abi_sort(&conc_locks[1], &conc_locks[2]);
}

CONC_ABI_INLINE void conc_abi_sort4(void **conc_locks)
{
	conc_abi_sort(&conc_locks[0], &conc_locks[2]);
	conc_abi_sort(&conc_locks[1], &conc_locks[3]);
	conc_abi_sort(&conc_locks[0], &conc_locks[1]);
	conc_abi_sort(&conc_locks[2], &conc_locks[3]);
	conc_abi_sort(&conc_locks[1], &conc_locks[2]);
}

CONC_ABI_INLINE void conc_abi_sort5(void **conc_locks)
{
	conc_abi_sort(&conc_locks[0], &conc_locks[3]);
	conc_abi_sort(&conc_locks[1], &conc_locks[4]);
	conc_abi_sort(&conc_locks[0], &conc_locks[2]);
	conc_abi_sort(&conc_locks[1], &conc_locks[3]);
	conc_abi_sort(&conc_locks[0], &conc_locks[1]);
	conc_abi_sort(&conc_locks[2], &conc_locks[4]);
	conc_abi_sort(&conc_locks[1], &conc_locks[2]);
	conc_abi_sort(&conc_locks[3], &conc_locks[4]);
	conc_abi_sort(&conc_locks[2], &conc_locks[3]);
}

CONC_ABI_INLINE void conc_abi_sort6(void **conc_locks)
{
	conc_abi_sort(&conc_locks[0], &conc_locks[5]);
	conc_abi_sort(&conc_locks[1], &conc_locks[3]);
	conc_abi_sort(&conc_locks[2], &conc_locks[4]);
	conc_abi_sort(&conc_locks[1], &conc_locks[2]);
	conc_abi_sort(&conc_locks[3], &conc_locks[4]);
	conc_abi_sort(&conc_locks[0], &conc_locks[3]);
	conc_abi_sort(&conc_locks[2], &conc_locks[5]);
	conc_abi_sort(&conc_locks[0], &conc_locks[1]);
	conc_abi_sort(&conc_locks[2], &conc_locks[3]);
	conc_abi_sort(&conc_locks[4], &conc_locks[5]);
	conc_abi_sort(&conc_locks[1], &conc_locks[2]);
	conc_abi_sort(&conc_locks[3], &conc_locks[4]);
}

/* ---- Holding one to six locks of one name ---- */

#define CONC_ABI_HELD(n)                \
	struct conc_abi_held##n {       \
		void *conc_lock[n];     \
		const char *conc_where; \
	};
CONC_ABI_HELD(1)
CONC_ABI_HELD(2)
CONC_ABI_HELD(3)
CONC_ABI_HELD(4)
CONC_ABI_HELD(5)
CONC_ABI_HELD(6)

#define CONC_ABI_PARAMETERS1 void *conc_a
#define CONC_ABI_PARAMETERS2 CONC_ABI_PARAMETERS1, void *conc_b
#define CONC_ABI_PARAMETERS3 CONC_ABI_PARAMETERS2, void *conc_c
#define CONC_ABI_PARAMETERS4 CONC_ABI_PARAMETERS3, void *conc_d
#define CONC_ABI_PARAMETERS5 CONC_ABI_PARAMETERS4, void *conc_e
#define CONC_ABI_PARAMETERS6 CONC_ABI_PARAMETERS5, void *conc_f
#define CONC_ABI_ARGUMENTS1 conc_a
#define CONC_ABI_ARGUMENTS2 CONC_ABI_ARGUMENTS1, conc_b
#define CONC_ABI_ARGUMENTS3 CONC_ABI_ARGUMENTS2, conc_c
#define CONC_ABI_ARGUMENTS4 CONC_ABI_ARGUMENTS3, conc_d
#define CONC_ABI_ARGUMENTS5 CONC_ABI_ARGUMENTS4, conc_e
#define CONC_ABI_ARGUMENTS6 CONC_ABI_ARGUMENTS5, conc_f

/* The i-th of the sorted operands, unless it equals the one before. */
#define CONC_ABI_LOCK_NEXT(name, i)                         \
	if (conc_h.conc_lock[i] != conc_h.conc_lock[(i)-1]) \
		conc_abi_lock_##name(conc_h.conc_lock[i], conc_where);
#define CONC_ABI_UNLOCK_NEXT(name, i)                         \
	if (conc_h->conc_lock[i] != conc_h->conc_lock[(i)-1]) \
		conc_abi_unlock_##name(conc_h->conc_lock[i], conc_h->conc_where);
#define CONC_ABI_LOCKS1(name) conc_abi_lock_##name(conc_h.conc_lock[0], conc_where);
#define CONC_ABI_LOCKS2(name) CONC_ABI_LOCKS1(name) CONC_ABI_LOCK_NEXT(name, 1)
#define CONC_ABI_LOCKS3(name) CONC_ABI_LOCKS2(name) CONC_ABI_LOCK_NEXT(name, 2)
#define CONC_ABI_LOCKS4(name) CONC_ABI_LOCKS3(name) CONC_ABI_LOCK_NEXT(name, 3)
#define CONC_ABI_LOCKS5(name) CONC_ABI_LOCKS4(name) CONC_ABI_LOCK_NEXT(name, 4)
#define CONC_ABI_LOCKS6(name) CONC_ABI_LOCKS5(name) CONC_ABI_LOCK_NEXT(name, 5)
#define CONC_ABI_UNLOCKS1(name) conc_abi_unlock_##name(conc_h->conc_lock[0], conc_h->conc_where);
#define CONC_ABI_UNLOCKS2(name) CONC_ABI_UNLOCK_NEXT(name, 1) CONC_ABI_UNLOCKS1(name)
#define CONC_ABI_UNLOCKS3(name) CONC_ABI_UNLOCK_NEXT(name, 2) CONC_ABI_UNLOCKS2(name)
#define CONC_ABI_UNLOCKS4(name) CONC_ABI_UNLOCK_NEXT(name, 3) CONC_ABI_UNLOCKS3(name)
#define CONC_ABI_UNLOCKS5(name) CONC_ABI_UNLOCK_NEXT(name, 4) CONC_ABI_UNLOCKS4(name)
#define CONC_ABI_UNLOCKS6(name) CONC_ABI_UNLOCK_NEXT(name, 5) CONC_ABI_UNLOCKS5(name)

#define CONC_ABI_HOLD(name, n)                                                                    \
	CONC_ABI_INLINE struct conc_abi_held##n conc_abi_hold##n##_##name(CONC_ABI_PARAMETERS##n, \
	                                                                  const char *conc_where) \
	{                                                                                         \
		struct conc_abi_held##n conc_h = {{CONC_ABI_ARGUMENTS##n}, conc_where};           \
		conc_abi_sort##n(conc_h.conc_lock);                                               \
		if (__builtin_expect(!conc_h.conc_lock[0], 0)) conc_abi_null_operand(conc_where); \
		CONC_ABI_LOCKS##n(name) return conc_h;                                            \
	}                                                                                         \
	CONC_ABI_INLINE void conc_abi_release##n##_##name(struct conc_abi_held##n *conc_h)        \
	{                                                                                         \
		CONC_ABI_UNLOCKS##n(name)                                                         \
	}

#define CONC_ABI_HOLDS(name)   \
	CONC_ABI_HOLD(name, 1) \
	CONC_ABI_HOLD(name, 2) \
	CONC_ABI_HOLD(name, 3) CONC_ABI_HOLD(name, 4) CONC_ABI_HOLD(name, 5) CONC_ABI_HOLD(name, 6)

#define CONC_ABI_GUARD(number, name, n)                           \
	__attribute__((__cleanup__(conc_abi_release##n##_##name), \
	               __unused__)) struct conc_abi_held##n conc_held_##number

/* Declarations for the head of a block. number makes the variable's name unique. */
#define CONC_HOLD(number, name, a) \
	CONC_ABI_GUARD(number, name, 1) = conc_abi_hold1_##name(a, CONC_HERE)
#define CONC_HOLD2(number, name, a, b) \
	CONC_ABI_GUARD(number, name, 2) = conc_abi_hold2_##name(a, b, CONC_HERE)
#define CONC_HOLD3(number, name, a, b, c) \
	CONC_ABI_GUARD(number, name, 3) = conc_abi_hold3_##name(a, b, c, CONC_HERE)
#define CONC_HOLD4(number, name, a, b, c, d) \
	CONC_ABI_GUARD(number, name, 4) = conc_abi_hold4_##name(a, b, c, d, CONC_HERE)
#define CONC_HOLD5(number, name, a, b, c, d, e) \
	CONC_ABI_GUARD(number, name, 5) = conc_abi_hold5_##name(a, b, c, d, e, CONC_HERE)
#define CONC_HOLD6(number, name, a, b, c, d, e, f) \
	CONC_ABI_GUARD(number, name, 6) = conc_abi_hold6_##name(a, b, c, d, e, f, CONC_HERE)

#define CONC_ABI_LOCK_OF_LIBCONC(name, object, lock, unlock, shared) \
	CONC_ABI_LOCK(name, struct object, conc_abi_##lock, conc_abi_##unlock)
CONC_ABI_LOCKS_OF_LIBCONC(CONC_ABI_LOCK_OF_LIBCONC)
CONC_ABI_LOCK(FILE, void, conc_abi_file_lock, conc_abi_file_unlock)
CONC_ABI_LOCK(pthread_mutex_t, void, conc_abi_pthread_mutex_lock, conc_abi_pthread_mutex_unlock)

/* ---- Several lock names, or more than six operands: at most CONC_ABI_OPERANDS ---- */

struct conc_abi_held_mixed {
	struct conc_abi_operand *operands; /* sorted, each object once */
	unsigned count;
	const char *where;
};

struct conc_abi_held_mixed conc_abi_hold_mixed(struct conc_abi_operand *operands, unsigned count,
                                               const char *where);
void conc_abi_release_mixed(struct conc_abi_held_mixed *held);

/* One operand of CONC_HOLD_MIXED. */
#define CONC_AS(name, pointer)                     \
	{                                          \
		pointer, &conc_abi_lockable_##name \
	}

#define CONC_HOLD_MIXED(number, ...)                                                \
	struct conc_abi_operand conc_operands_##number[] = {__VA_ARGS__};           \
	__attribute__((__cleanup__(conc_abi_release_mixed),                         \
	               __unused__)) struct conc_abi_held_mixed conc_held_##number = \
	        conc_abi_hold_mixed(                                                \
	                conc_operands_##number,                                     \
	                sizeof conc_operands_##number / sizeof *conc_operands_##number, CONC_HERE)

/* ---- held ---- */

/* Stops the program if the calling thread does not hold the lock. */
void conc_abi_check_held(const void *lock, const char *where) __attribute__((__cold__));

/* A `held` parameter: its lock is the caller's. Only CONC_DEBUG=1 looks. */
#define CONC_HELD(lock)                                                                     \
	(__builtin_expect(conc_abi_unlocked != 0, 0) ? conc_abi_check_held(lock, CONC_HERE) \
	                                             : (void)0)

/* ---- impl lock for ---- */

/* Debug mode: record the order in which locks that are not libconc's are taken. */
void conc_abi_order_locked(const void *lock, const char *where) __attribute__((__cold__));
void conc_abi_order_unlocked(const void *lock) __attribute__((__cold__));

/* Defines, at file scope, what CONC_HOLD…(number, name, …) needs for a user's lock: direct calls of
 * lock_function((type *)p) and unlock_function((type *)p), which can be inlined. */
#define CONC_IMPL_LOCK(name, type, lock_function, unlock_function)                           \
	CONC_ABI_INLINE void conc_abi_lock_##name(void *conc_lock, const char *conc_where)   \
	{                                                                                    \
		lock_function((type *)conc_lock);                                            \
		if (__builtin_expect(conc_abi_unlocked != 0, 0))                             \
			conc_abi_order_locked(conc_lock, conc_where);                        \
	}                                                                                    \
	CONC_ABI_INLINE void conc_abi_unlock_##name(void *conc_lock, const char *conc_where) \
	{                                                                                    \
		(void)conc_where;                                                            \
		if (__builtin_expect(conc_abi_unlocked != 0, 0))                             \
			conc_abi_order_unlocked(conc_lock);                                  \
		unlock_function((type *)conc_lock);                                          \
	}                                                                                    \
	CONC_ABI_HOLDS(name)                                                                 \
	static const struct conc_abi_lockable conc_abi_lockable_##name                       \
	        __attribute__((__unused__)) = {#name,                                        \
	                                       conc_abi_lock_##name,                         \
	                                       conc_abi_unlock_##name,                       \
	                                       0,                                            \
	                                       0,                                            \
	                                       &conc_abi_lockable_##name,                    \
	                                       0}

#endif
