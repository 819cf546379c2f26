/* SPDX-License-Identifier: MIT */
/*
 * future(T): a value that becomes available once, for all readers.
 *
 *     future(double) f = {};
 *     f << 3.5;       // fulfils it, once; as a value: false if it was fulfilled or cancelled
 *     y << f;         // waits for the value; may be read many times, by any number of threads
 *     waituntil (y << f) { … } or waituntil (g) { … }
 *
 * All-zero is the initial state. The value is inside the object; nothing is allocated. Any kernel
 * thread may call everything here; signal handlers may not. A future may go out of scope once no
 * thread uses it; if a thread waits for it then, the program stops.
 */
#ifndef CONC_FUTURE_H
#define CONC_FUTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/mutex.h"

struct conc_future {
	uintptr_t conc_state; /* guard, first waiter, and the bits below (future.c) */
};

/* For f, a pointer to a future of any type:
 *
 * bool conc_future_ready(f)   returns whether f is fulfilled. If so, a read does not wait.
 * T conc_future_read(f)       waits and returns the value, like y << f; for an expression
 * bool conc_future_cancel(f)  makes all reads, also those that wait already, and all fulfilling
 *                             fail until f is reset. Returns false, and does nothing, if f is
 *                             fulfilled.
 * void conc_future_reset(f)   makes f empty, to be fulfilled once more. Threads that wait for it go
 *                             on waiting. No thread may be reading the old value while the new
 *                             one is delivered. A read that had to wait is over, in this sense,
 *                             when it is woken, since it has its own copy.
 */
#define conc_future_ready(f) conc_abi_future_is(&(f)->conc_future, CONC_ABI_FUTURE_READY)
#define conc_future_cancel(f) conc_abi_future_cancel(&(f)->conc_future)
#define conc_future_reset(f) conc_abi_future_reset(&(f)->conc_future)

/* ---- The rest of this file is not for users. ---- */

enum { CONC_ABI_FUTURE_READY = 4, CONC_ABI_FUTURE_CANCELLED = 8, CONC_ABI_FUTURE_WRITING = 17 };

bool conc_abi_future_cancel(struct conc_future *f);
void conc_abi_future_reset_slow(struct conc_future *f);

CONC_ABI_INLINE bool conc_abi_future_is(const struct conc_future *conc_f, uintptr_t conc_bit)
{
	/* Acquires what the fulfiller published with the value. The bits change inside the guard,
	 * but no holder of it leaves the value half written under READY. */
	return (__atomic_load_n(&conc_f->conc_state, __ATOMIC_ACQUIRE) & conc_bit) != 0;
}

CONC_ABI_INLINE void conc_abi_future_reset(struct conc_future *conc_f)
{
	/* Publishes the reads of the old value to the next fulfiller, before it writes. */
	if (__builtin_expect(!conc_abi_cas_release(&conc_f->conc_state, CONC_ABI_FUTURE_READY, 0),
	                     0))
		conc_abi_future_reset_slow(conc_f);
}

#endif
