/* SPDX-License-Identifier: MIT */
/* The flight recorder: what the program did last, as a file for Perfetto (ui.perfetto.dev).
 *
 * libconc records what each processor does: which thread runs, what it waits for and where, who
 * wakes it, messages, thefts, marks of the program. It keeps the last 65 536 events a processor. In
 * a program with more than 25 600 events a second and processor it keeps pieces without a gap, and
 * says where events are missing (CONC_RECORDER). docs/reference/recorder.md
 *
 * Any kernel thread may call these functions; none blocks, but for the file. */
#ifndef CONC_TRACE_H
#define CONC_TRACE_H

/* Writes what is recorded to a file that is open for writing. Returns 0, -ENOMEM, or -errno of
 * write. -ENOTSUP: the recorder is off (CONC_RECORDER=0), or this is a run under a seed, which has
 * CONC_SCHEDULE=trace. */
int conc_trace_write(int file);

/* Records that the calling thread has come here. text: a string literal, or the like: it is read
 * when the events are. */
void conc_mark(const char *text);

/* Record the begin and the end of something that the calling thread does, waits included: a region,
 * which conc-why explains. Regions may be nested. */
void conc_mark_begin(const char *text);
void conc_mark_end(const char *text);

#endif
