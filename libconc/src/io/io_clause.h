/* SPDX-License-Identifier: MIT */
/* A descriptor as a clause of a statement, for readable, writable and exited. */
#ifndef CONC_SRC_IO_CLAUSE_H
#define CONC_SRC_IO_CLAUSE_H

#include "kernel/descriptor.h"

/* Returns whether poll reports d ready, or an error or a hang-up. Stops if it is closed. */
bool conc_io_ready(const struct conc_descriptor *d, int side, const char *where);

/* The enlist function of struct conc_selectable, for one side of d. */
int conc_io_enlist(struct conc_descriptor *d, int side, struct conc_waiter *w, bool queue,
                   const char *where);

#endif
