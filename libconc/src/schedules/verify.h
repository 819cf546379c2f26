/* SPDX-License-Identifier: MIT */
/* All schedules of a program: what the process that goes through them shares with each run. */
#ifndef CONC_SRC_VERIFY_H
#define CONC_SRC_VERIFY_H

#include "lane.h"

/* In memory that the processes share: the run writes, and after its end the first process. NULL:
 * nothing is verified. */
extern struct conc_verify *conc_verify;
size_t conc_verify_size(void);

/* Is this a run that is verified? */
extern bool conc_verify_on;

/* The running thread touches that, too, before it can be left. */
void conc_verify_touch(uintptr_t step);

/* The running thread has made that one ready, or started it. thread: conc_lane_order. */
void conc_verify_wakes(uint32_t thread);

/* The running thread uses a file: what two threads write or read is not gone through. */
void conc_verify_uses_file(void);

/* In the child of a fork, whose schedules are not gone through: it has a memory of its own. */
void conc_verify_forked(void);

/* After a run: sets the next one, and returns whether there is one. *counts: the run was not a
 * repetition of an earlier one in another order of independent steps. */
bool conc_verify_next(bool *counts);

/* Were there loops that look again and again, which are taken to do so until there is a change? */
bool conc_verify_looked(void);

/* Returns the i-th reason, or NULL. */
const char *conc_verify_left_out(unsigned i);

#endif
