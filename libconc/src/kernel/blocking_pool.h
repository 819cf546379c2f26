/* SPDX-License-Identifier: MIT */
/*
 * blocking_pool: kernel threads for calls that cannot but block: getaddrinfo, waitid, and
 * operations on files where there is no io_uring.
 *
 * The idea. A FIFO of jobs under a lock, and up to CONC_POOL (default 64) kernel threads, each
 * started when a job finds none idle. They run no user threads, have the usual stack of kernel
 * threads (getaddrinfo needs it), and sleep in the kernel when there is nothing to do.
 *
 * Rejected: a blocking section for each call (a thousand lookups would be a thousand kernel
 * threads, and each would run on the small stack of a user thread).
 */
#ifndef CONC_SRC_BLOCKING_POOL_H
#define CONC_SRC_BLOCKING_POOL_H

#include <stdbool.h>

struct conc_blocking_job {
	struct conc_blocking_job *next;             /* under the pool's lock */
	void (*run)(struct conc_blocking_job *job); /* the job may be gone when it returns */
};

/* Queues job for the pool. False if the pool has no kernel thread and cannot start one. */
bool conc_blocking_pool_start(struct conc_blocking_job *job);

/* Calls function(argument) in the pool; the caller parks until it returns. operation: for reports.
 * Without a pool thread the caller makes the call itself, in a blocking section; in a seeded run or
 * on a foreign thread, without one. */
void conc_blocking_pool_call(void (*function)(void *argument), void *argument,
                             const char *operation, const char *where);

/* For fork's child. */
void conc_blocking_pool_reset(void);

#endif
