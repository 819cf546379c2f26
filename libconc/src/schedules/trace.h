/* SPDX-License-Identifier: MIT */
/* The record of a seeded run, and the functions that write it. */
#ifndef CONC_SRC_SCHEDULE_TRACE_H
#define CONC_SRC_SCHEDULE_TRACE_H

#include <stdio.h>

#include "lane.h"

#define CONC_NO_PROCESSOR UINT32_MAX
#define CONC_TRACE_DEPTH 8

struct conc_trace_thread {
	const char *name;
	uint32_t number;      /* of the descriptor */
	const void *function; /* of a kernel thread of the program; or NULL */
	bool is_main;
};

struct conc_trace_record {
	uint64_t step, time; /* nanoseconds since the start */
	struct conc_trace_thread thread;
	struct conc_trace_thread other;       /* name NULL: none */
	const char *what, *where;             /* literals or NULL */
	const void *places[CONC_TRACE_DEPTH]; /* return addresses, the innermost first; NULL ends */
	uint32_t object;                      /* its number, or 0 */
	uint32_t processor;
	enum conc_schedule_event event;
};

struct conc_trace {
	const struct conc_trace_record *records;
	size_t count;
	size_t dropped; /* records that did not fit */
};

/* Returns "file:line" of the program where the thread was, or NULL. */
const char *conc_trace_line(const struct conc_trace_record *record);

/* Writes "NAME NUMBER", "main" or, for no thread, "-" into buffer, and returns it. */
char *conc_trace_describe(const struct conc_trace_thread *thread, char *buffer, size_t size);

/* schedules/text.c: a line for each record. schedules/json.c: the Trace Event Format.
 * schedules/svg.c: a sequence diagram. */
void conc_trace_write_text(FILE *file, const struct conc_trace *trace);
void conc_trace_write_json(FILE *file, const struct conc_trace *trace);
void conc_trace_write_svg(FILE *file, const struct conc_trace *trace);

/* Writes what the thread did, as in text. */
void conc_trace_write_what(FILE *file, const struct conc_trace_record *r);

#endif
