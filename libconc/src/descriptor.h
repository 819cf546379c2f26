/* SPDX-License-Identifier: MIT */
/*
 * descriptor: what threads wait for when they wait for a file descriptor.
 *
 * The idea. An operation is tried first, and only if the kernel says EAGAIN does the thread
 * wait. Each descriptor is told to epoll once, at its first wait, edge-triggered: from then on
 * a wait costs no system call. An edge (the kernel says that something about the descriptor has
 * changed) can come at any time, also between the failed try and the wait. So each *side*
 * (reading, writing) counts its edges. A thread reads the count before it tries; under the
 * side's guard it queues itself only if the count is still the same, else it tries again.
 *
 * Records stand in a table by number. They are made in chunks and never moved or freed, so a
 * clause of a waituntil may keep a pointer to one past its close.
 *
 * Two sorts of waiters. One that will do an operation (OPERATION) takes something out of what
 * came: an edge wakes the first of them, and if it then leaves something, or does nothing at
 * all, it wakes the next (conc_descriptor_pass). One that only wants to know (LEVEL: clauses,
 * conc_poll) takes nothing: an edge wakes all.
 *
 * Rejected: a flag in the place of the count (two readers that both failed, and one edge: the
 * first clears the flag, reads a part, and the second sleeps beside the rest); waking all
 * readers at each edge (64 threads in accept); registering both directions at once (a
 * socketpair then reports each byte that its peer takes out).
 *
 * Invariants.
 * - A side's bit of `interest` is set only while epoll has this descriptor registered for it with
 *   `generation`, or while a close behind libconc's back took that away (documented). A close looks
 *   at it before and after: who registers the file says so (REGISTERING) before epoll looks the
 *   file up, so one that the close has not seen finds it closed.
 * - Whoever queues itself has counted up conc_poller_waits; who takes it out counts down.
 */
#ifndef CONC_SRC_DESCRIPTOR_H
#define CONC_SRC_DESCRIPTOR_H

#include "waiting.h"

/* Sides. */
enum { CONC_READING, CONC_WRITING };

/* mode of a waiter. */
enum { CONC_IO_LEVEL, CONC_IO_OPERATION };

/* What is known about the file; a hint that is checked with each use. */
enum conc_file_kind {
	CONC_FILE_UNKNOWN, /* a socket, perhaps */
	CONC_FILE_SOCKET,
	CONC_FILE_NOWAIT, /* no socket; RWF_NOWAIT works (pipes, eventfds) */
	CONC_FILE_POLL,   /* it does not: poll, then read (terminals) */
};

/* Bits of interest beside 1 << side. A TCP socket of which no hang-up and no urgent data is
 * known: a read that got less than it had room for has emptied it, so the next one need not be
 * tried before there is an edge. */
enum { CONC_DRAINS = 4 };

/* Somebody is telling epoll just now: a close must not take the descriptor for one that nobody has
 * waited for. */
enum { CONC_REGISTERING = 8 };

struct conc_side {
	uintptr_t queue; /* guard and FIFO of waiters */
	uint32_t edges;  /* atomic: counts; written under the guard */
};

struct conc_descriptor {
	struct conc_side sides[2];
	struct conc_tiny_lock lock; /* of interest */
	uint32_t interest;          /* atomic: what epoll knows; written under the lock */
	uint32_t generation;        /* atomic: counts closes; written under the lock */
	int32_t file;               /* atomic: the descriptor, once somebody has asked for it */
	uint32_t drained;           /* atomic: 1 + the edges before a read that emptied it, or 0 */
	uint8_t kind;               /* atomic: enum conc_file_kind */
} __attribute__((aligned(CONC_CACHE_LINE)));

/* The record of file; NULL: a number that no descriptor has. */
struct conc_descriptor *conc_descriptor_get(int file);

/* The same, if there is one already. Any context. */
struct conc_descriptor *conc_descriptor_find(int file);

/* file was just made by the kernel: what is known about its number is of an earlier one. */
void conc_descriptor_fresh(int file);

/* Before the operation is tried. */
static inline uint32_t conc_descriptor_edges(const struct conc_descriptor *d, int side)
{
	/* acquire: who sees an edge tries after it */
	return load_acquire(&d->sides[side].edges);
}

/* Is trying to read in vain? */
static inline bool conc_descriptor_is_drained(const struct conc_descriptor *d, uint32_t seen)
{
	/* relaxed: written by whoever read; an edge or a close since then changes seen */
	return load_relaxed(&d->drained) == seen + 1 && seen + 1 != 0 &&
	       (load_relaxed(&d->interest) & CONC_DRAINS);
}

/* A read, before which there were seen edges and interest, got less than it had room for. */
static inline void conc_descriptor_drained(struct conc_descriptor *d, uint32_t seen,
                                           uint32_t interest)
{
	if (interest & CONC_DRAINS) store_relaxed(&d->drained, seen + 1);
}

/* An operation was tried and could not be done; seen: conc_descriptor_edges before that.
 * Waits until it may be tried again, until deadline (conc_now(), CONC_NEVER), or until the
 * calling thread is cancelled. 0: try again; or -EBADF (closed meanwhile), -ETIMEDOUT,
 * -ECANCELED. *woken: an edge was given to the caller; then it must fail again or pass. */
int conc_descriptor_wait(struct conc_descriptor *d, int side, uint32_t seen, uint64_t deadline,
                         const char *operation, const char *where, bool *woken);

/* The caller, who was woken for an operation, leaves the rest to the next. */
void conc_descriptor_pass(struct conc_descriptor *d, int side);

/* Tells epoll about this side, if it does not know. 0, -EPERM (always ready) or why not. */
int conc_descriptor_register(struct conc_descriptor *d, int side);

/* The same for waits that cannot do without; stops with a message. True: always ready. */
bool conc_descriptor_register_or_stop(struct conc_descriptor *d, int side, const char *where);

/* For LEVEL waiters of statements, the last step of enlist: CONC_ENLIST_QUEUED or _GONE, or that
 * an edge came after seen: look again. */
enum { CONC_IO_LOOK_AGAIN = -1 };
int conc_descriptor_enlist(struct conc_descriptor *d, int side, struct conc_waiter *w,
                           uint32_t seen);
void conc_descriptor_delist(struct conc_descriptor *d, int side, struct conc_waiter *w);

/* The owner of w has seen that the file is ready: claims w. False: another clause was claimed. */
bool conc_descriptor_claim(struct conc_descriptor *d, int side, struct conc_waiter *w);

/* epoll's events for the descriptor that was registered as data; returns how many waiters were
 * woken. */
unsigned conc_descriptor_edge(uint64_t data, uint32_t events);

/* Is something known about it, or about to be? Asked before and after its close by the program. */
static inline bool conc_descriptor_is_known(const struct conc_descriptor *d)
{
	/* seq_cst: with register_side. After the close, which is a system call: either this sees
	 * REGISTERING, or epoll was told after the close. */
	return load_seq_cst(&d->interest) != 0;
}

/* Around such a close, where it is known. begin: whoever waits goes on with -EBADF. Not in a signal
 * handler. */
void conc_descriptor_close_begin(struct conc_descriptor *d);
void conc_descriptor_close_end(struct conc_descriptor *d);

/* For fork's child: forgets everything. */
void conc_descriptor_reset(void);

#endif
