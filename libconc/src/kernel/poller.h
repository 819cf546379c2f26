/* SPDX-License-Identifier: MIT */
/*
 * poller: which kernel thread asks for events of descriptors, and when.
 *
 * The idea. One epoll instance and no poller thread: a switch to it and back would cost more than
 * the event. Kernel threads that have nothing else to do poll:
 *
 *   the timekeeper  the one idle worker that minds the timers sleeps in epoll_wait instead of a
 *                   futex, and itself runs the threads that it woke
 *   a worker        when its own queues are empty, before it steals or sleeps, and at every 64th
 *                   dispatch; it does not sleep there
 *   the watchdog    at a tick (1 ms without a timekeeper, else 5 ms) since which nobody has polled
 *
 * docs/protocols/poller.md has the states and shows that no event is missed.
 */
#ifndef CONC_SRC_POLLER_H
#define CONC_SRC_POLLER_H

#include <sys/epoll.h>

#include "port/atomic.h"

struct conc_processor;
struct conc_waiter;

#define CONC_POLLER_BATCH 64

struct conc_poller_events {
	int count;
	struct epoll_event events[CONC_POLLER_BATCH];
};

struct conc_poller {
	_Alignas(CONC_CACHE_LINE) uint32_t users; /* atomic: threads that wait for events */
	uint32_t state;                           /* atomic: enum conc_poller_state */
	uint32_t looks;                           /* atomic hint: counts looks, for the watchdog */
	uint64_t events;                          /* atomic: delivered so far */
	struct conc_tiny_lock lock;               /* held while epoll and event are made */
	int epoll, event;                         /* valid once state is READY */
	struct conc_tiny_lock looking;            /* held by the one look that does not sleep */
};

enum conc_poller_state { CONC_POLLER_UNUSED, CONC_POLLER_READY };

extern struct conc_poller conc_poller __attribute__((visibility("hidden")));

/* Makes the epoll instance if there is none. Returns 0 or -errno. */
int conc_poller_start(void);

/* Event data of libconc's own descriptors: the eventfd, and the ring of uring.c. */
#define CONC_POLLER_EVENT UINT64_MAX
#define CONC_POLLER_URING (UINT64_MAX - 1)

/* Watches a descriptor of libconc's own for reading, edge-triggered. Returns 0 or -errno. */
int conc_poller_add(int file, uint64_t data);

/* Returns whether epoll_ctl fails with EPERM for all descriptors (a filter), not for one file. */
bool conc_poller_is_refused(void);

/* Counts threads that are about to wait for events (+n), or were woken or gave up (-n). */
void conc_poller_waits(int change);

/* Takes w, a counted wait, out of the FIFO behind guard and of the count, if it is still there. */
void conc_poller_delist(uintptr_t *guard, struct conc_waiter *w);

/* Returns whether a thread waits. seq_cst: a timekeeper looks after it has become one. */
static inline bool conc_poller_wanted(void)
{
	return load_seq_cst(&conc_poller.users) != 0;
}

/* Returns whether the instance exists. seq_cst: pairs with conc_poller_start. */
bool conc_poller_ready(void);

/* Fetches events and wakes the threads that wait for them. Does not sleep. False: no events. */
bool conc_poller_look(void);

/* The same for frequent callers: does nothing if no thread waits. */
static inline bool conc_poller_look_if_wanted(void)
{
	/* relaxed: a hint; a worker that misses it looks at conc_poller_wanted before it sleeps */
	return CONC_UNLIKELY(load_relaxed(&conc_poller.users) != 0) && conc_poller_look();
}

/* The timekeeper's sleep: until events, p->wake is not NONE, or deadline. False: no events. */
bool conc_poller_sleep(struct conc_processor *p, uint64_t deadline,
                       struct conc_poller_events *events);

/* Wakes the threads that wait for these events. timekeeper: the caller is the timekeeper. */
void conc_poller_deliver(const struct conc_poller_events *events, bool timekeeper);

/* Makes an event, which ends a sleep in conc_poller_sleep. Async-signal-safe. */
void conc_poller_interrupt(void);

/* Stores how often it has looked, and the events that it got. */
void conc_poller_statistics(uint64_t *looks, uint64_t *events);

/* For the watchdog: gets a timekeeper, or looks if nobody has since the last call. */
void conc_poller_tick(void);

/* close.c: threads may wait for descriptors from now on. */
void conc_close_start(void);

/* signal_wait.c: wakes the threads that wait for signals that have come. Returns how many. */
unsigned conc_signals_deliver(void);

/* For fork's child: nothing has come, and no thread waits. */
void conc_poller_reset(void);
void conc_signals_reset(void);

#endif
