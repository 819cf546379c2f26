/* SPDX-License-Identifier: MIT */
/*
 * check: is what was seen of a channel what a channel may do?
 *
 * A history is what its callers saw: for each operation when it began, when it returned, and its
 * result. It is right (linearizable) if each operation can be given a moment between the two so
 * that one after the other, at these moments, they are what a channel does that knows no
 * concurrency. A send and a receive of a rendezvous share their moment.
 *
 * The idea. An operation takes effect on one channel only, a waituntil too (its other clauses have
 * none), and the moments of one channel do not restrict those of another. So a set of channels is
 * right if each channel is: histories are per channel. A waituntil is written down as
 * - the operation of the clause that was chosen;
 * - with `or else`, for each clause in front of that (each at all, if else was chosen) that it was
 *   not ready. These looks are not one atomic look at all channels, and need not be.
 *
 * check_exact finds every violation, in histories of up to 64 operations: it looks for such
 * moments. check_fast looks for patterns that no right history has, in any length, in
 * O(n log n). Both need values to be different within a channel.
 *
 * Rejected: a history over all channels at once (the same answer, exponentially later); a model
 * with queues of waiting threads in its state (when a thread queues is not seen from outside;
 * where it is, `queued` says so).
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum check_kind {
	CHECK_SEND,
	CHECK_RECEIVE,
	CHECK_CLOSE,
	CHECK_SHUTDOWN,
	CHECK_FLUSH,
	CHECK_COUNT,
};

enum check_result {
	CHECK_DONE,
	CHECK_CLOSED,    /* failed because it was closed */
	CHECK_REFUSED,   /* a try failed, for any reason */
	CHECK_NOT_READY, /* a clause was passed over: it would have to wait */
};

struct check_op {
	uint32_t begin, end; /* moments, from 1, no two the same; end 0: it has not returned */
	uint32_t queued;     /* 0, or a moment at which it certainly waited in the channel */
	uint32_t value;      /* what was sent, received, flushed or counted */
	uint8_t thread;
	uint8_t kind, result;
	bool waits;  /* may have waited: no try, in no statement with else */
	bool drains; /* gets what a channel that was shut down has left: a try */
};

struct check_channel {
	uint32_t capacity;
	size_t count;
	struct check_op *ops;
};

enum { CHECK_MOST = 64 }; /* operations that check_exact can take */

extern const char check_undecided[]; /* what check_exact says when it gives up */

/* Null, or what is wrong: text that stays until the next call. Histories of check_fast are
 * complete: every operation has returned. */
const char *check_exact(const struct check_channel *c);
const char *check_fast(const struct check_channel *c);

/* The history, in the order of beginning. */
void check_print(FILE *to, const struct check_channel *c);

#endif
