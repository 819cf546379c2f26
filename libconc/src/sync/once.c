/* SPDX-License-Identifier: MIT */
/*
 * once: conc_once.
 *
 * The idea. One word is the guard (guard.h), and says how far things are. What stands beside the
 * guard's two bits is not the first waiter, as elsewhere, but the thread that runs the function: so
 * reports can name it, and the function's own call is noticed. The FIFO is in the second word.
 *
 *     0 ──the first, guard──► T ──T: f has returned, guard──► DONE
 *                             T ──others, guard──► T         in the FIFO, then parked
 *
 * Whoever sees DONE may free the object. So T takes the FIFO out inside the guard, and leaves it
 * with the one exchange that stores DONE: that is its last access.
 *
 * Rejected: the FIFO in a record on the runner's stack, to save the second word (the report and the
 * search for cycles read the runner of a wait that may be over, and a stack goes away; descriptors
 * stay); a mutex and a flag (a thread that sees the flag may free the mutex, which is still held).
 */
#include "conc/once.h"
#include "kernel/mutex_core.h"
#include "port/stop.h"

#define DONE ((void *)CONC_ABI_ONCE_DONE)

/* conc_mutex_core_holder finds the runner as it finds the holder of a lock. */
_Static_assert(offsetof(struct conc_once, conc_state) == offsetof(struct conc_mutex, conc_state) &&
                       !(CONC_ABI_ONCE_DONE & ~CONC_LOCK_FLAGS),
               "the first word of a lock");

static void finish(struct conc_once *o)
{
	struct conc_waiter *others;

	conc_operation_touches(o, CHANGES);
	conc_guard_enter(&o->conc_state);
	conc_edge_from(&o->conc_state);
	others = (struct conc_waiter *)o->conc_queue;
	others = conc_waiters_claim_all(&others);
	/* its release publishes what f did to the load in conc_abi_once_call */
	conc_guard_leave(&o->conc_state, DONE);
	conc_waiters_complete_all(others, CONC_WAIT_DONE);
}

void conc_abi_once_call_slow(struct conc_once *o, void (*f)(void *argument), void *argument,
                             const char *where)
{
	struct conc_thread *self = conc_thread_self(), *runner;
	struct conc_waiter w;

	conc_operation_on(o, CHANGES, "calls");
	if (!f) conc_stop(where, self, "conc_once %p is given no function", (void *)o);
	runner = conc_guard_enter(&o->conc_state);
	if (!runner) {
		conc_guard_leave(&o->conc_state, self);
		f(argument);
		finish(o);
		return;
	}
	if (runner != DONE && runner != self) {
		conc_waiter_init(&w, self, NULL, 0);
		o->conc_queue =
		        (uintptr_t)conc_waiters_append((struct conc_waiter *)o->conc_queue, &w);
	}
	conc_guard_leave(&o->conc_state, runner);
	if (runner == DONE) {
		conc_edge_to(&o->conc_state);
		return;
	}
	if (runner == self)
		conc_stop(where, self, "conc_once %p is called by its own function", (void *)o);
	conc_thread_waits(self, "conc_once", o, where, conc_mutex_core_holder);
	conc_waiter_wait(&w);
}

void(conc_once_call)(conc_once *o, void (*f)(void *argument), void *argument)
{
	conc_abi_once_call(o, f, argument, NULL);
}
