/* SPDX-License-Identifier: MIT */
/* scope: what the end of a thread has to do with it. */
#ifndef CONC_SRC_SCOPE_H
#define CONC_SRC_SCOPE_H

struct conc_thread;

/* The calling kernel thread has run child, which is in a scope, to its end. */
void conc_scope_leave(struct conc_thread *child);

#endif
