/* SPDX-License-Identifier: MIT */
/* scope: its part in the end of a thread. */
#ifndef CONC_SRC_SCOPE_H
#define CONC_SRC_SCOPE_H

struct conc_thread;

/* Takes child, which has ended and is in a scope, out of the scope; may unpark the owner. */
void conc_scope_leave(struct conc_thread *child);

#endif
