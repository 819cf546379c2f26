/* SPDX-License-Identifier: MIT */
/* poller: the epoll instance, looks at it, and the timekeeper's sleep in it. The idea is in
 * poller.h.
 *
 * Rejected: a poller thread; an epoll instance for each worker (a connection would be bound to a
 * worker, or move with two system calls); reading the eventfd (each write makes an edge anyway).
 *
 * Invariants.
 * - state, epoll and event change once, when the instance is made; again only in fork's child.
 * - A look that takes an edge of the eventfd away from the timekeeper makes another edge.
 */
#include "poller.h"

#include <errno.h>
#include <sys/epoll.h>

#include "descriptor.h"
#include "port/os.h"
#include "port/os_io.h"
#include "scheduler.h"
#include "uring.h"
#include "statistics.h"

struct conc_poller conc_poller = {.epoll = -1, .event = -1};

#define P (&conc_poller)

/* ---- Making it ---- */

static int poller_make(void)
{
	int epoll = conc_os_epoll_create(), event, error;
	struct epoll_event first;

	if (epoll < 0) return epoll;
	error = event = conc_os_event_create();
	if (event >= 0)
		error = conc_os_epoll_control(epoll, EPOLL_CTL_ADD, event, EPOLLIN | EPOLLET,
		                              CONC_POLLER_EVENT);
	/* a call that is refused must fail now; later it could wake no thread */
	if (!error) error = conc_os_epoll_wait(epoll, &first, 1, 0);
	if (error == -EINTR || error >= 0) {
		P->epoll = epoll;
		conc_close_start();
		store_relaxed(&P->event, event); /* a signal handler may read it */
		return 0;
	}
	conc_os_close(epoll);
	if (event >= 0) conc_os_close(event);
	return error;
}

int conc_poller_start(void)
{
	int error = 0;

	/* acquire: pairs with the store below */
	if (CONC_LIKELY(load_acquire(&P->state) == CONC_POLLER_READY)) return 0;
	conc_tiny_lock_acquire(&P->lock);
	if (load_relaxed(&P->state) != CONC_POLLER_READY) {
		error = poller_make();
		/* descriptor_register takes EPERM for a file that epoll does not support */
		if (error == -EPERM) error = -EACCES;
		/* seq_cst: before the look at the timekeeper, which looks here before it sleeps */
		if (!error) store_seq_cst(&P->state, CONC_POLLER_READY);
	}
	conc_tiny_lock_release(&P->lock);
	if (!error) conc_scheduler_wake_timekeeper();
	return error;
}

int conc_poller_add(int file, uint64_t data)
{
	return conc_os_epoll_control(P->epoll, EPOLL_CTL_ADD, file, EPOLLIN | EPOLLET, data);
}

bool conc_poller_ready(void)
{
	return load_seq_cst(&P->state) == CONC_POLLER_READY;
}

void conc_poller_waits(int change)
{
	/* seq_cst: before the look at the timekeeper (conc_scheduler_want_timekeeper); pairs with
	 * conc_poller_wanted */
	add_seq_cst(&P->users, (uint32_t)change);
	if (change < 0) conc_scheduler_check_blocked();
}

void conc_poller_delist(uintptr_t *guard, struct conc_waiter *w)
{
	if (conc_waiter_delist(guard, w)) conc_poller_waits(-1);
}

void conc_poller_interrupt(void)
{
	int event = load_relaxed(&P->event);

	if (event >= 0) conc_os_event_set(event);
}

/* ---- Events ---- */

/* Returns ready, a number of events or -EINTR; stops the program at other errors. */
static int poller_check(int ready)
{
	if (CONC_LIKELY(ready >= 0) || ready == -EINTR) return ready;
	conc_os_refused("epoll_pwait", -ready,
	                ready == -EBADF ? "somebody has closed a descriptor of libconc's"
	                                : "who waits for a descriptor could not be woken: allow it "
	                                  "in the seccomp filter");
}

bool conc_poller_is_refused(void)
{
	return conc_os_epoll_control(P->epoll, EPOLL_CTL_MOD, P->event, EPOLLIN | EPOLLET,
	                             CONC_POLLER_EVENT) == -EPERM;
}

void conc_poller_deliver(const struct conc_poller_events *events, bool timekeeper)
{
	unsigned woken = 0;

	if (CONC_UNLIKELY(conc_statistics_on)) add_relaxed(&P->events, (uint64_t)events->count);
	for (int i = 0; i < events->count; i++) {
		const struct epoll_event *e = &events->events[i];
		if (CONC_LIKELY(e->data.u64 < CONC_POLLER_URING)) {
			woken += conc_descriptor_edge(e->data.u64, e->events);
		} else if (e->data.u64 == CONC_POLLER_URING) {
			woken += conc_uring_reap();
		} else {
			woken += conc_signals_deliver();
			if (!timekeeper) conc_scheduler_pass_interrupt();
		}
	}
	if (woken) conc_poller_waits(-(int)woken);
}

void conc_poller_statistics(uint64_t *looks, uint64_t *events)
{
	*looks = load_relaxed(&P->looks);
	*events = load_relaxed(&P->events);
}

bool conc_poller_look(void)
{
	static struct conc_poller_events events; /* under P->looking */
	bool some;

	if (!conc_poller_ready() || !conc_tiny_lock_try(&P->looking)) return false;
	store_relaxed(&P->looks, P->looks + 1);
	events.count =
	        poller_check(conc_os_epoll_wait(P->epoll, events.events, CONC_POLLER_BATCH, 0));
	conc_poller_deliver(&events, false);
	some = events.count > 0;
	conc_tiny_lock_release(&P->looking);
	return some;
}

bool conc_poller_sleep(struct conc_processor *p, uint64_t deadline,
                       struct conc_poller_events *events)
{
	events->count = 0;
	/* seq_cst: before the look at wake; a waker writes wake and then looks at polls */
	store_seq_cst(&p->polls, 1);
	if (load_seq_cst(&p->wake) == CONC_WAKE_NONE) {
		if (conc_schedule_on())
			conc_schedule_poll_wait(P->epoll, &p->wake, CONC_WAKE_NONE, deadline);
		events->count =
		        poller_check(conc_os_epoll_wait(P->epoll, events->events, CONC_POLLER_BATCH,
		                                        conc_schedule_on() ? 0 : deadline));
	}
	/* seq_cst: pairs with conc_scheduler_pass_interrupt */
	store_seq_cst(&p->polls, 0);
	return events->count > 0;
}

void conc_poller_tick(void)
{
	static uint32_t seen; /* watchdog only */
	uint32_t looks = load_relaxed(&P->looks);

	if (!conc_poller_wanted()) return;
	if (!conc_scheduler_want_timekeeper() && looks == seen) conc_poller_look();
	seen = load_relaxed(&P->looks);
}

void conc_poller_reset(void)
{
	int epoll = P->epoll, event = P->event;

	*P = (struct conc_poller){.epoll = -1, .event = -1};
	if (epoll >= 0) conc_os_close(epoll);
	if (event >= 0) conc_os_close(event);
	conc_descriptor_reset();
	conc_signals_reset();
	conc_uring_reset();
}
