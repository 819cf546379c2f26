/* SPDX-License-Identifier: MIT */
/*
 * permit: conc_park and conc_unpark.
 *
 * The idea. The park word of a descriptor (park.h) belongs to libconc: each unpark there is the
 * answer to one registration somewhere. An unpark of the program would end the wait for a mutex. So
 * the program's permit is a resource of its own, as a semaphore of one unit would be, for which
 * only the thread itself waits, by a waiter as everywhere (waiting.h). One word of the descriptor
 * is the guard, and says:
 *
 *     0 ──park: guard──► its waiter ──unpark: guard──► 0, waiter completed
 *     0 ──unpark: guard──► PERMIT ──park: guard──► 0            its waiter ──deadline, cancel──► 0
 *     PERMIT ──unpark: guard──► PERMIT
 *
 * The last edge enters the guard, too: what the second unparker did before must be seen by who
 * takes the permit, so both write the word.
 *
 * An unpark may come when its thread has ended: a waker has to tell the thread first and unpark it
 * then. Descriptors stay, so it does no harm, but it may give a permit to a free descriptor, or to
 * the next thread there. conc_thread_new drops what it finds. A later one is an early return, for
 * which conc_park is called in a loop.
 *
 * Rejected: the park word itself, with a mark for the program's permit (each of libconc's parks
 * would have to tell them apart); a generation in the handle (a thread is named by conc_self()
 * everywhere).
 */
#include <errno.h>

#include "conc/park.h"
#include "port/stop.h"
#include "waiting.h"

#define PERMIT ((struct conc_waiter *)4)

/* deadline: CONC_NEVER, or of conc_now. tries: it does not wait. */
static int park(uint64_t deadline, bool tries, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w, *seen;

	conc_operation_on(self, CHANGES, "parks");
	conc_waiter_init(&w, self, NULL, 0);
	seen = conc_guard_enter(&self->permit);
	if (seen == PERMIT || tries) {
		conc_guard_leave(&self->permit, NULL);
		if (seen == PERMIT) conc_edge_to(&self->permit);
		return seen == PERMIT ? 0 : -ETIMEDOUT;
	}
	conc_guard_leave(&self->permit, conc_waiters_append(NULL, &w));
	conc_thread_waits(self, "conc_park", NULL, where, NULL);
	return conc_waiter_wait_until(&w, &self->permit, deadline);
}

int conc_abi_park(const char *where)
{
	return park(CONC_NEVER, false, where);
}

int conc_abi_park_for(conc_duration d, const char *where)
{
	uint64_t now = conc_now(), span = d > 0 ? (uint64_t)d : 0;

	return park(span < CONC_NEVER - 1 - now ? now + span : CONC_NEVER - 1, d <= 0, where);
}

void conc_abi_unpark(struct conc_thread *t, const char *where)
{
	struct conc_waiter *w, *left = PERMIT;

	if (!t) conc_stop(where, conc_thread_self(), "conc_unpark of a null pointer");
	conc_operation_on(t, CHANGES, "unparks");
	w = conc_guard_enter(&t->permit);
	conc_edge_from(&t->permit);
	if (w == PERMIT) w = NULL;
	if (w) left = conc_waiters_remove(w, w);
	conc_guard_leave(&t->permit, left);
	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
}

void conc_permit_drop(struct conc_thread *t)
{
	conc_guard_enter(&t->permit);
	conc_guard_leave(&t->permit, NULL);
}

void conc_permit_forked(struct conc_thread *survivor)
{
	/* relaxed: nobody else runs. An unparker that the child does not have may have been inside.
	 */
	store_relaxed(&survivor->permit, survivor->permit & (uintptr_t)PERMIT);
}

int(conc_park)(void)
{
	return conc_abi_park("conc_park");
}

int(conc_park_for)(conc_duration d)
{
	return conc_abi_park_for(d, "conc_park_for");
}

void(conc_unpark)(struct conc_thread *t)
{
	conc_abi_unpark(t, NULL);
}
