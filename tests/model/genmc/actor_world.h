/* SPDX-License-Identifier: MIT */
/* What the files of the actor runtime need of the world around them, for GenMC: the barriers, of
 * which HEAVY says whether there is a heavy one, a lock that only waits, processors.
 *
 * The light barrier is a fence where the heavy one is a fence on the other side (biased_lock.c says why
 * that is right); where there is none it is nothing, as in the program. A driver takes the macro
 * out of atomic.h (scale), and includes this first. */
#ifndef MODEL_ACTOR_WORLD_H
#define MODEL_ACTOR_WORLD_H

#ifndef HEAVY
#define HEAVY true
#endif

#define MODEL_LOOKS
#include "model.h"

static inline void conc_light_barrier(void)
{
	if (HEAVY) __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* The empty asm statements of the inline half of a send are light barriers; its accessor of a
 * thread-local is not used. */
#define __asm__ conc_light_barrier()
#define volatile(...)
#include <conc/abi_actor.h>
#undef __asm__
#undef volatile

#define conc_processor_current unit_processor_current
#include <processor.h>
#undef conc_processor_current
static struct conc_processor *conc_processor_current(void);
#include <executor.h>

struct conc_scheduler conc_scheduler = {.heavy_barrier = HEAVY};
uint32_t conc_abi_workers_asleep;
bool conc_debug;

void conc_os_heavy_barrier(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void conc_tiny_lock_wait(struct conc_tiny_lock *lock)
{
	if (!conc_tiny_lock_try(lock)) conc_relax(1);
}

void conc_tiny_lock_wake(struct conc_tiny_lock *lock)
{
	(void)lock;
}

#endif
