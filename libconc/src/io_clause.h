/* SPDX-License-Identifier: MIT */
/* A descriptor as a clause of a statement, for readable, writable and exited. */
#ifndef CONC_SRC_IO_CLAUSE_H
#define CONC_SRC_IO_CLAUSE_H

#include "descriptor.h"

/* Is the file ready, as poll says? An error or a hang-up is ready, too. Stops if it is closed. */
bool conc_io_ready(const struct conc_descriptor *d, int side, const char *where);

/* enlist of struct conc_selectable. */
int conc_io_enlist(struct conc_descriptor *d, int side, struct conc_waiter *w, bool queue,
                   const char *where);

#endif
