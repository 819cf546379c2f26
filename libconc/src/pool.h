/* SPDX-License-Identifier: MIT */
/*
 * pool: kernel threads for what blocks the kernel thread and cannot be helped: getaddrinfo, waitid,
 * files where there is no io_uring.
 *
 * The idea. A FIFO of jobs under a lock, and up to CONC_POOL (default 64) kernel threads, each
 * started when a job finds none idle. They run no user threads, have the usual stack of kernel
 * threads (getaddrinfo needs it), and sleep in the kernel when there is nothing to do.
 *
 * Rejected: a blocking section for each (a thousand lookups would be a thousand kernel threads, and
 * on the small stack of a user thread).
 */
#ifndef CONC_SRC_POOL_H
#define CONC_SRC_POOL_H

#include <stdbool.h>

struct conc_pool_job {
	struct conc_pool_job *next;             /* under the pool's lock */
	void (*run)(struct conc_pool_job *job); /* the job may be gone when it returns */
};

/* Runs job some time, elsewhere. False: there is no kernel thread for it. */
bool conc_pool_start(struct conc_pool_job *job);

/* Calls function(argument) in the pool and waits for its end, parked. operation: for reports. Where
 * there is no pool it is called here, in a blocking section; in a seeded run just here. */
void conc_pool_call(void (*function)(void *argument), void *argument, const char *operation,
                    const char *where);

/* For fork's child. */
void conc_pool_reset(void);

#endif
