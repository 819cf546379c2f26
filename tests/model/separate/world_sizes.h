/* SPDX-License-Identifier: MIT */
/* separate: what the model and the programs it is compared with have in common. */
#ifndef SEPARATE_WORLD_SIZES_H
#define SEPARATE_WORLD_SIZES_H

enum {
	DONE_MAX = 48,
	ANSWERS_MAX = 24,
	ANSWER = 1000, /* in the log of a handler: this and what a script was answered; less: the
	                  number of a call */
};

#endif
