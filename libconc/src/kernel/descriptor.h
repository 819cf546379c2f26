/* SPDX-License-Identifier: MIT */
/*
 * descriptor: what threads wait for when they wait for a file descriptor.
 *
 * The idea. A thread first tries an operation and waits only if the kernel returns EAGAIN. Each
 * descriptor is registered with epoll once per side, at its first wait, edge-triggered. From then
 * on a wait needs no system call. An edge (the kernel reports that something about the descriptor
 * has changed) can come at any time, even between the failed try and the wait. So each *side*
 * (reading, writing) counts its edges. A thread reads the count before it tries. Under the side's
 * guard it queues itself only if the count is still the same; otherwise it tries again.
 *
 * Records are in a table by number. They are made in chunks and never moved or freed, so a clause
 * of a waituntil may keep a pointer to a record past its close.
 *
 * There are two sorts of waiters. An OPERATION waiter takes part of what has arrived. An edge wakes
 * the first of them; if that waiter leaves something, or does nothing at all, it wakes the next
 * (conc_descriptor_pass). A LEVEL waiter (a clause, conc_poll) only wants to know and takes
 * nothing: an edge wakes them all.
 *
 * Rejected: a flag in place of the count (two readers that both failed, and one edge: the first
 * clears the flag and reads a part, and the second sleeps beside the rest); waking all readers at
 * each edge (64 threads in accept); registering both directions at once (a socketpair then reports
 * each byte that its peer takes out).
 *
 * Invariants.
 * - A side's bit of `interest` is set only while epoll has this descriptor registered for it with
 *   `generation`, or after a close that libconc did not see (documented). A close looks at
 *   `interest` before and after. A thread that registers the file sets REGISTERING before epoll
 *   looks the file up, so a registration that the close does not see finds the file closed.
 * - A thread that queues itself has called conc_poller_waits(+1). The thread that takes it out
 *   calls conc_poller_waits(-1).
 */
#ifndef CONC_SRC_DESCRIPTOR_H
#define CONC_SRC_DESCRIPTOR_H

#include "waiting.h"

/* Sides. */
enum { CONC_READING, CONC_WRITING };

/* The mode of a waiter. */
enum { CONC_IO_LEVEL, CONC_IO_OPERATION };

/* What is known about the file. A hint, checked with each use. */
enum conc_file_kind {
	CONC_FILE_UNKNOWN, /* a socket, perhaps */
	CONC_FILE_SOCKET,
	CONC_FILE_NOWAIT, /* no socket; RWF_NOWAIT works (pipes, eventfds) */
	CONC_FILE_POLL,   /* RWF_NOWAIT fails: poll, then read (terminals) */
};

/* A bit of interest beside 1 << side: a TCP socket with no known hang-up or urgent data. A read
 * that got less than it had room for has emptied the socket, so the next read is not tried before
 * there is an edge. */
enum { CONC_DRAINS = 4 };

/* A bit of interest: a thread is just telling epoll. A close must not take the descriptor for one
 * that no thread has waited for. */
enum { CONC_REGISTERING = 8 };

struct conc_descriptor_side {
	uintptr_t queue; /* guard and FIFO of waiters */
	uint32_t edges;  /* atomic: count of edges; written under the guard */
};

struct conc_descriptor {
	struct conc_descriptor_side sides[2];
	struct conc_tiny_lock lock; /* of interest and generation */
	uint32_t interest;          /* atomic: the bits above; set under the lock */
	uint32_t generation;        /* atomic: count of closes; written under the lock */
	int32_t file;               /* atomic: the descriptor, set by conc_descriptor_get */
	uint32_t drained;           /* atomic: 1 + the edges before a read that emptied it, or 0 */
	uint8_t kind;               /* atomic: enum conc_file_kind */
} __attribute__((aligned(CONC_CACHE_LINE)));

/* Returns the record of file, made if needed. Null if no descriptor can have that number. */
struct conc_descriptor *conc_descriptor_get(int file);

/* Returns the record of file, or null if there is none yet. Any context. */
struct conc_descriptor *conc_descriptor_find(int file);

/* Forgets what is known about the number of file, which the kernel has just made. */
void conc_descriptor_fresh(int file);

/* Returns the count of edges. Called before the operation is tried. */
static inline uint32_t conc_descriptor_edges(const struct conc_descriptor *d, int side)
{
	/* acquire: pairs with the release in edge; a thread that sees an edge tries after it */
	return load_acquire(&d->sides[side].edges);
}

/* Returns whether a read would find nothing. seen: the count of edges. */
static inline bool conc_descriptor_is_drained(const struct conc_descriptor *d, uint32_t seen)
{
	/* relaxed: written by the thread that read; an edge or a close since then changes seen */
	return load_relaxed(&d->drained) == seen + 1 && seen + 1 != 0 &&
	       (load_relaxed(&d->interest) & CONC_DRAINS);
}

/* Records a read that got less than it had room for. seen, interest: from before the read. */
static inline void conc_descriptor_drained(struct conc_descriptor *d, uint32_t seen,
                                           uint32_t interest)
{
	if (interest & CONC_DRAINS) store_relaxed(&d->drained, seen + 1);
}

/* Waits until an operation that could not be done may be tried again. seen: conc_descriptor_edges
 * before the try. Returns 0 (try again), -EPERM (always ready), -EBADF (closed meanwhile),
 * -ECANCELED, or -ETIMEDOUT at deadline (conc_now(); CONC_NEVER: none). *woken: the caller was
 * given an edge: it must fail again or pass it on. */
int conc_descriptor_wait(struct conc_descriptor *d, int side, uint32_t seen, uint64_t deadline,
                         const char *operation, const char *where, bool *woken);

/* Wakes the next OPERATION waiter. Called by a waiter that was given an edge. */
void conc_descriptor_pass(struct conc_descriptor *d, int side);

/* Registers this side with epoll if needed. Returns whether it is always ready; other errors stop
 * the program. */
bool conc_descriptor_register_or_stop(struct conc_descriptor *d, int side, const char *where);

/* For LEVEL waiters of statements, the last step of enlist. Returns CONC_ENLIST_QUEUED or _GONE, or
 * CONC_IO_LOOK_AGAIN if an edge came after seen. */
enum { CONC_IO_LOOK_AGAIN = -1 };
int conc_descriptor_enlist(struct conc_descriptor *d, int side, struct conc_waiter *w,
                           uint32_t seen);
void conc_descriptor_delist(struct conc_descriptor *d, int side, struct conc_waiter *w);

/* Claims w, whose owner has seen that the file is ready. False if another clause was claimed. */
bool conc_descriptor_claim(struct conc_descriptor *d, int side, struct conc_waiter *w);

/* Delivers epoll's events for the descriptor that was registered as data. Returns how many waiters
 * it woke. */
unsigned conc_descriptor_edge(uint64_t data, uint32_t events);

/* Returns whether something is known about d, or about to be. Called around its close. */
static inline bool conc_descriptor_is_known(const struct conc_descriptor *d)
{
	/* seq_cst: pairs with register_side. After the close, which is a system call, either this
	 * load sees REGISTERING, or epoll was told after the close. */
	return load_seq_cst(&d->interest) != 0;
}

/* Around the close of a known descriptor, not in a signal handler. begin ends waits with -EBADF. */
void conc_descriptor_close_begin(struct conc_descriptor *d);
void conc_descriptor_close_end(struct conc_descriptor *d);

/* For fork's child: forgets everything. */
void conc_descriptor_reset(void);

#endif
