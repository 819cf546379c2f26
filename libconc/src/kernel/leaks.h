/* SPDX-License-Identifier: MIT */
/* The report of leaked threads: those that wait for what nobody will ever do (leaks.c). */
#ifndef CONC_SRC_LEAKS_H
#define CONC_SRC_LEAKS_H

#include <stdbool.h>
#include <stdint.h>

/* Bits of conc_thread.leak. */
enum {
	CONC_LEAK_IS_LIVE = 1,
	CONC_LEAK_IS_UNDER = 2, /* another thread runs on its stack */
	CONC_LEAK_IS_LEAKED = 4,
	CONC_LEAK_IS_NEW = 8, /* and was not reported before */
	CONC_LEAK_WAS_TOLD = 16,
};

/* What is known of main at a look: it is a thread like others, or it has returned; and all handlers
 * of atexit have run. */
enum conc_look { CONC_LOOK_ASKED, CONC_LOOK_MAIN_ENDED, CONC_LOOK_LAST };

enum conc_look_result {
	CONC_LOOK_DONE,
	CONC_LOOK_NOT_YET, /* other threads run */
	CONC_LOOK_NEVER,   /* code runs that libconc cannot watch, or no memory */
};

struct conc_leaks {
	unsigned leaked, new_ones; /* threads; those of them that were not reported before */
};

/* Marks all leaked threads. frames: where those frames of the caller begin that belong to the
 * program. For one caller at a time: a user thread, or the watchdog. */
enum conc_look_result conc_leaks_look(enum conc_look what, const void *frames,
                                      struct conc_leaks *leaked);

/* ---- leaks_report.c ---- */

/* Called once, when the runtime starts. */
void conc_leaks_init(void);

/* Asks the watchdog for a look, if they are to be reported (CONC_DEBUG=1). Async-signal-safe. */
void conc_leaks_ask(void);

/* The last block of main has ended. Reports with CONC_DEBUG=1 and in a seeded run; else nothing. */
void conc_leaks_main_ends(void);

/* Called by the watchdog: answers SIGQUIT. False: the program does not stand still yet. frames: the
 * end of its own ones. */
bool conc_leaks_answer(const void *frames);

#endif
