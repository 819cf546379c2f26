/* SPDX-License-Identifier: MIT */
/*
 * poller: who asks the kernel for events of descriptors, and when.
 *
 * The idea. One epoll instance, and no thread of its own: a switch to a poller thread and back
 * would cost more than the event. Whoever has nothing to do asks:
 *
 *   the keeper      the one idle worker that minds the timers sleeps in epoll_wait instead of a
 *                   futex, and runs what it woke itself
 *   a worker        when its own queues are empty, before it steals or sleeps, and at every
 *                   POLL_DISPATCHES-th dispatch; it does not sleep there
 *   the watchdog    at a tick (5 ms) since which nobody has asked
 *
 * docs/protocols/poller.md has the states and why nothing is missed.
 */
#ifndef CONC_SRC_POLLER_H
#define CONC_SRC_POLLER_H

#include <sys/epoll.h>

#include "atomic.h"

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
	struct conc_tiny_lock lock;               /* of making it */
	int epoll, event;                         /* valid once state is READY */
	struct conc_tiny_lock looking;            /* one looks without sleeping at a time */
};

enum conc_poller_state { CONC_POLLER_UNUSED, CONC_POLLER_READY };

extern struct conc_poller conc_poller __attribute__((visibility("hidden")));

/* Makes the epoll instance if there is none. 0 or -errno. */
int conc_poller_start(void);

/* Data of what is no descriptor of the program: the eventfd, the ring of file.c. */
#define CONC_POLLER_EVENT UINT64_MAX
#define CONC_POLLER_URING (UINT64_MAX - 1)

/* Watches a descriptor of libconc's own, edge-triggered, for reading. 0 or -errno. */
int conc_poller_add(int file, uint64_t data);

/* Does epoll_ctl say EPERM whatever it is asked (a filter), and not of one file? */
bool conc_poller_is_refused(void);

/* A thread is about to wait for events (+n), or was woken or has given up (-n). */
void conc_poller_waits(int change);

/* Takes w, whose queueing was counted, out of the FIFO in guard if it is there still. */
void conc_poller_delist(uintptr_t *guard, struct conc_waiter *w);

/* Does anybody wait? seq_cst: a keeper looks after it has become one. */
static inline bool conc_poller_wanted(void)
{
	return load_seq_cst(&conc_poller.users) != 0;
}

/* Is there an epoll instance? seq_cst: with conc_poller_start. */
bool conc_poller_ready(void);

/* Takes what has happened and wakes whom it concerns, without sleeping. False: nothing. */
bool conc_poller_look(void);

/* The same where it is done often: nothing if nobody waits. */
static inline bool conc_poller_look_if_wanted(void)
{
	/* relaxed: a hint; who misses it sleeps only after conc_poller_wanted */
	return CONC_UNLIKELY(load_relaxed(&conc_poller.users) != 0) && conc_poller_look();
}

/* Sleeps for the keeper until there are events, until p->wake is not NONE, or until deadline.
 * False: no events. */
bool conc_poller_sleep(struct conc_processor *p, uint64_t deadline,
                       struct conc_poller_events *events);

/* Wakes whom they concern; they were the keeper's. */
void conc_poller_deliver(const struct conc_poller_events *events);

/* Makes an event: ends the sleep of whoever is in conc_poller_sleep. Also in a signal handler. */
void conc_poller_interrupt(void);

/* For the watchdog: looks if nobody has since the last call. */
void conc_poller_tick(void);

/* close.c: there are descriptors that somebody waits for. */
void conc_close_start(void);

/* For fork's child. */
void conc_poller_reset(void);

#endif
