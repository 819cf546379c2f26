/* SPDX-License-Identifier: MIT */
/* The report: every thread and what it waits for; and the search for cycles of waits. */
#ifndef CONC_SRC_REPORT_H
#define CONC_SRC_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "port/stop.h"

struct conc_thread;

/* Prints "conc: every thread is blocked", one line per thread and the cycle if there is one, and
 * aborts. No thread runs any more. If main has left by pthread_exit and no other thread is there,
 * the program ends with 0 instead. */
_Noreturn void conc_report_blocked(void);

/* Prints the threads of the cycle that first is in, and aborts. */
_Noreturn void conc_report_cycle(struct conc_thread *first);

/* Prints the line of each thread to standard error while others run: a snapshot for debugging. */
void conc_report_threads(void);

/* Prints "conc: HEAD" and a line for each thread that has marks in `leak`. */
void conc_report_marked(const char *head, uint8_t marks);

/* A line of a report, which is written with one call, so that lines of several threads do not mix.
 */
struct conc_report_line {
	size_t used;
	char text[512];
};

#define conc_report_add(line, ...)                                                           \
	((line)->used = conc_text_append((line)->text, (line)->used, sizeof(line)->text - 1, \
	                                 __VA_ARGS__))

/* Adds what t waits for: " waits for conc_mutex held by left 1, at a.c:12". */
void conc_report_add_wait(struct conc_report_line *line, const struct conc_thread *t);

/* Adds text to line, a struct conc_report_line: what conc_describe_hook and the like call. */
void conc_report_add_text(void *line, const char *text);

/* Writes the line to file, and empties it. */
void conc_report_print(struct conc_report_line *line, int file);

/* dump.c: SIGQUIT asks the watchdog for conc_dump, unless CONC_QUIT=0 or the program handles it. */
void conc_dump_init(void);
/* The watchdog calls it each time it looks. */
void conc_dump_if_wanted(void);

/* Called by the watchdog. Stops the program with a report if there is a cycle of waits that have
 * lasted since the call before (lock_cycle.c). */
void conc_lock_cycle_look(void);

/* The operation of waits that are left out: their holder changes without the waiter running. */
extern const char conc_separate_query[];

#endif
