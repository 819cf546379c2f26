/* SPDX-License-Identifier: MIT */
/* Atomic operations with the memory order in the name.
 *
 * They work on plain integer and pointer objects, so that inline code in public headers can use the
 * same fields without <stdatomic.h>. The rule of this library: a shared object is touched only
 * through these operations, and each use says what it publishes and which use it pairs with. There
 * are no stand-alone fences, since ThreadSanitizer does not understand them: seq_cst operations on
 * both sides order a store before a load.
 */
#ifndef CONC_SRC_ATOMIC_H
#define CONC_SRC_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#include "schedule.h"

/* In a seeded run each operation is first a step of the schedule. Otherwise this is empty. */
#define CONC_STEP conc_schedule_step(),

#define load_relaxed(p) (CONC_STEP __atomic_load_n((p), __ATOMIC_RELAXED))
#define load_acquire(p) (CONC_STEP __atomic_load_n((p), __ATOMIC_ACQUIRE))
#define load_seq_cst(p) (CONC_STEP __atomic_load_n((p), __ATOMIC_SEQ_CST))

#define store_relaxed(p, v) (CONC_STEP __atomic_store_n((p), (v), __ATOMIC_RELAXED))
#define store_release(p, v) (CONC_STEP __atomic_store_n((p), (v), __ATOMIC_RELEASE))
#define store_seq_cst(p, v) (CONC_STEP __atomic_store_n((p), (v), __ATOMIC_SEQ_CST))

#define exchange_relaxed(p, v) (CONC_STEP __atomic_exchange_n((p), (v), __ATOMIC_RELAXED))
#define exchange_acquire(p, v) (CONC_STEP __atomic_exchange_n((p), (v), __ATOMIC_ACQUIRE))
#define exchange_release(p, v) (CONC_STEP __atomic_exchange_n((p), (v), __ATOMIC_RELEASE))
#define exchange_acq_rel(p, v) (CONC_STEP __atomic_exchange_n((p), (v), __ATOMIC_ACQ_REL))
#define exchange_seq_cst(p, v) (CONC_STEP __atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST))

/* Compare and swap: *(expected) is updated on failure; never fails spuriously. */
#define CONC_CAS(p, expected, v, order, on_failure)                                       \
	(CONC_STEP __atomic_compare_exchange_n((p), (expected), (v), 0, __ATOMIC_##order, \
	                                       __ATOMIC_##on_failure))
#define cas_relaxed(p, expected, v) CONC_CAS(p, expected, v, RELAXED, RELAXED)
#define cas_acquire(p, expected, v) CONC_CAS(p, expected, v, ACQUIRE, ACQUIRE)
#define cas_release(p, expected, v) CONC_CAS(p, expected, v, RELEASE, RELAXED)
#define cas_acq_rel(p, expected, v) CONC_CAS(p, expected, v, ACQ_REL, ACQUIRE)
#define cas_seq_cst(p, expected, v) CONC_CAS(p, expected, v, SEQ_CST, SEQ_CST)

#define add_relaxed(p, v) (CONC_STEP __atomic_fetch_add((p), (v), __ATOMIC_RELAXED))
#define add_acq_rel(p, v) (CONC_STEP __atomic_fetch_add((p), (v), __ATOMIC_ACQ_REL))
#define add_seq_cst(p, v) (CONC_STEP __atomic_fetch_add((p), (v), __ATOMIC_SEQ_CST))
#define sub_relaxed(p, v) (CONC_STEP __atomic_fetch_sub((p), (v), __ATOMIC_RELAXED))
#define sub_acq_rel(p, v) (CONC_STEP __atomic_fetch_sub((p), (v), __ATOMIC_ACQ_REL))
#define sub_seq_cst(p, v) (CONC_STEP __atomic_fetch_sub((p), (v), __ATOMIC_SEQ_CST))
#define and_relaxed(p, v) (CONC_STEP __atomic_fetch_and((p), (v), __ATOMIC_RELAXED))
#define or_relaxed(p, v) (CONC_STEP __atomic_fetch_or((p), (v), __ATOMIC_RELAXED))
#define or_release(p, v) (CONC_STEP __atomic_fetch_or((p), (v), __ATOMIC_RELEASE))
#define add_acquire(p, v) (CONC_STEP __atomic_fetch_add((p), (v), __ATOMIC_ACQUIRE))
#define and_acq_rel(p, v) (CONC_STEP __atomic_fetch_and((p), (v), __ATOMIC_ACQ_REL))
#define or_acq_rel(p, v) (CONC_STEP __atomic_fetch_or((p), (v), __ATOMIC_ACQ_REL))

/* The cheap half of a store→load order whose other half is conc_os_heavy_barrier: the compiler
 * keeps the order, and the other side makes this kernel thread pass a full barrier. */
#define conc_light_barrier() __asm__ volatile("" ::: "memory")

#define CONC_LIKELY(x) __builtin_expect(!!(x), 1)
#define CONC_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CONC_CACHE_LINE 64

/* Waits for some pauses of the CPU (25 ns each). In a schedule all are one step. */
static inline void conc_relax(int pauses)
{
	if (conc_schedule_on()) {
		conc_schedule_relax();
		return;
	}
	for (; pauses > 0; pauses--) {
#if defined(__x86_64__)
		__builtin_ia32_pause();
#elif defined(__aarch64__)
		__asm__ volatile("yield");
#endif
	}
}

/* A small lock for a handful of instructions that never park and never call out. After a short spin
 * a waiter sleeps in the kernel (os.c), so a holder that lost its CPU costs no time slice. The word
 * is 0 if free, 1 if held, 2 if held and a kernel thread sleeps. */
struct conc_tiny_lock {
	uint32_t word;
};

void conc_tiny_lock_wait(struct conc_tiny_lock *lock);
void conc_tiny_lock_wake(struct conc_tiny_lock *lock);

static inline bool conc_tiny_lock_try(struct conc_tiny_lock *lock)
{
	uint32_t free = 0;

	/* acquire: pairs with the release in conc_tiny_lock_release */
	return cas_acquire(&lock->word, &free, 1);
}

static inline void conc_tiny_lock_acquire(struct conc_tiny_lock *lock)
{
	if (CONC_UNLIKELY(!conc_tiny_lock_try(lock))) conc_tiny_lock_wait(lock);
}

static inline void conc_tiny_lock_release(struct conc_tiny_lock *lock)
{
	/* release: publishes what the lock protects to the next acquire */
	if (CONC_UNLIKELY(exchange_release(&lock->word, 0) == 2)) conc_tiny_lock_wake(lock);
}

#endif
