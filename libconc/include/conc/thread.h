/* SPDX-License-Identifier: MIT */
/* User threads: what a program may ask of the one that runs, and of all.
 *
 * Unless a prototype says otherwise: any kernel thread, not in a signal handler.
 */
#ifndef CONC_THREAD_H
#define CONC_THREAD_H

#include <errno.h>
#include <fenv.h>
#include <stddef.h>

struct conc_thread;

/* The calling user thread. Never null; the same for the thread's whole life, and so during a
 * whole function activation, whatever kernel thread runs it: the compiler may ask once. */
struct conc_thread *conc_self(void) __attribute__((__const__, __returns_nonnull__));

/* Lets other ready threads of this processor go first. */
void conc_yield(void);

/* Sets how many kernel threads run user threads at once (the others are in `blocking` or
 * asleep); n = 0 asks. Returns the number in force. Default: CONC_PROCESSORS, else the
 * CPUs usable under affinity and cgroup quota. */
unsigned conc_processors(unsigned n);

/* Keep the calling user thread on its kernel thread, which then runs nobody else; nests.
 * Unpinning more often than pinning stops the program. */
void conc_pin(void);
void conc_unpin(void);

/* Sets the size in bytes of the stacks of threads that start from now on (virtual;
 * touched pages count); 0 asks. Rounded to pages, at least 16 KiB. Returns the size in
 * force. Default: CONC_STACK_SIZE, else 256 KiB. A task that runs on its joiner's stack
 * can count on 5/8 of it; the lowest page is a guard. */
size_t conc_stack_size(size_t size);

/* Storage per user thread. One key object (static, all zero) per use. */
struct conc_local {
	void (*fini)(void *value); /* called at the thread's end if not null */
};

/* The calling thread's size bytes for key: zeroed at its first use, freed at its end,
 * aligned for any type. The size must be the same in each call for one key. */
void *conc_local_get(struct conc_local *key, size_t size);

/* The calling thread is about to set floating-point modes (rounding, traps, flushing): they
 * are its own from now on, as long as it lives, and its switches cost some nanoseconds more.
 * Threads start with the default modes. The functions of <fenv.h> that set modes call it by
 * themselves (below); who writes mxcsr or fpcr directly must. */
void conc_own_modes(void);

#define fesetround(round) (conc_own_modes(), (fesetround)(round))
#define fesetenv(env) (conc_own_modes(), (fesetenv)(env))
#define feupdateenv(env) (conc_own_modes(), (feupdateenv)(env))
#define feholdexcept(env) (conc_own_modes(), (feholdexcept)(env))
#define feenableexcept(excepts) (conc_own_modes(), (feenableexcept)(excepts))
#define fedisableexcept(excepts) (conc_own_modes(), (fedisableexcept)(excepts))

/* Where errno of the calling user thread is now; changes with each blocking operation. */
int *conc_abi_errno(void);

#undef errno
#define errno (*conc_abi_errno())

#endif
