/* SPDX-License-Identifier: MIT */
/* A file that appears under its name when it is whole, and not at all if we fail or are killed: a
 * build would take half an object for one that is made.
 *
 *     output_begin    bank.o  →  .concc-x7Yb2Q/bank.o     to be written
 *     output_finish   …and whatever else the back end put beside it, go to where bank.o belongs
 *
 * What is no plain file (a device, a pipe, a link to a file) and what stands in a folder where we
 * may not make one is written in place, as gcc does. */
#ifndef CONCC_OUTPUT_H
#define CONCC_OUTPUT_H

#include <stdbool.h>

struct output {
	char *name;    /* where it belongs */
	char *folder;  /* private; null where it is written in place */
	char *partial; /* where it is to be written */
};

void output_begin(struct output *output, const char *name, bool in_place);
/* Says what is wrong and returns false if it cannot be, or if nothing was written. */
bool output_finish(struct output *output);
/* Instead: it failed. */
void output_drop(struct output *output);

#endif
