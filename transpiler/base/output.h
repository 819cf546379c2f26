/* SPDX-License-Identifier: MIT */
/* An output file. It appears under its name once it is complete, and never if concc fails or is
 * killed: a build would take half an object for a whole one.
 *
 *     output_begin    bank.o  →  .concc-x7Yb2Q/bank.o     to be written
 *     output_finish   …and whatever else the back end put beside it, go to where bank.o belongs
 *
 * Anything but a plain file (a device, a pipe, a link to a file) is written in place, as by gcc,
 * and so is a file in a folder where concc may not make one. */
#ifndef CONCC_OUTPUT_H
#define CONCC_OUTPUT_H

#include <stdbool.h>

struct output {
	char *name;    /* its final name */
	char *folder;  /* private; null if the file is written in place */
	char *partial; /* the name to write to */
	bool plain;    /* it is a plain file or does not exist yet */
};

void output_begin(struct output *output, const char *name, bool in_place);
/* Moves the file to its name. Prints an error and returns false if that fails or nothing was
 * written. */
bool output_finish(struct output *output);
/* After a failure, instead of output_finish. */
void output_drop(struct output *output);

#endif
