/* SPDX-License-Identifier: MIT */
/* The frames of a thread that waits, as addresses and as text. For a child of fork that has only
 * the calling kernel thread: nothing here takes memory from malloc, and no stack may change
 * meanwhile. */
#ifndef CONC_SRC_FRAMES_H
#define CONC_SRC_FRAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "port/symbols.h"

struct conc_thread;

#define CONC_FRAMES 60u

struct conc_frames {
	unsigned count;                /* 0: the thread does not wait, or waits in the kernel */
	bool whole;                    /* the last one is the thread's outermost */
	const void *list[CONC_FRAMES]; /* return addresses, the innermost first */
};

/* Loads what the unwinder needs, before the fork: it takes memory from malloc. */
void conc_frames_load(void);
bool conc_frames_loaded(void);

void conc_frames_take(const struct conc_thread *t, struct conc_frames *frames);

/* What is known about the frames of several threads. */
struct conc_frame_lines {
	struct conc_symbols symbols;
	bool has_symbols;
	const char *answers; /* addr2line's for the next frame, in the order of the questions */
	const char *folder;  /* the current one, with a slash behind it */
};

/* Asks for the lines of all frames of `count` threads. */
void conc_frames_ask(const struct conc_frames *threads, size_t count,
                     struct conc_frame_lines *lines);

/* Prints those of one thread, a line for each call; none if there is only one. For all threads, in
 * the order of the question. */
void conc_frames_print(const struct conc_frames *frames, struct conc_frame_lines *lines, int file);

#endif
