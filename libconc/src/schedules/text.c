/* SPDX-License-Identifier: MIT */
/* A trace as text.
 *
 *     step        time  processor  thread        what
 *      112    1.12 us   0          main          starts worker 1, at a.c:30
 *      388    3.88 us   1          worker 1      begins
 *      451    4.51 us   1          worker 1      is left in the middle of a.c:12
 */
#include "trace.h"

void conc_trace_write_what(FILE *file, const struct conc_trace_record *r)
{
	static const char *const plain[] = {
	        [CONC_EVENT_BEGINS] = "begins",
	        [CONC_EVENT_ENDS] = "ends",
	        [CONC_EVENT_GOES_ON] = "goes on",
	        [CONC_EVENT_YIELDS] = "yields",
	        [CONC_EVENT_RESUMED] = "goes on",
	        [CONC_EVENT_SLEEPS] = "has nothing to run",
	        [CONC_EVENT_LATE] = "time passes up to the next deadline",
	};
	char other[128];
	const char *line = conc_trace_line(r);

	conc_trace_describe(&r->other, other, sizeof other);
	switch (r->event) {
	case CONC_EVENT_STARTS:
		fprintf(file, "starts %s", other);
		break;
	case CONC_EVENT_INLINE:
		fprintf(file, "begins on the stack of %s", other);
		break;
	case CONC_EVENT_WAKES:
		fprintf(file, "lets %s go on", other);
		break;
	case CONC_EVENT_DOES:
		fprintf(file, "%s %u", r->what, r->object);
		break;
	case CONC_EVENT_PREEMPTED:
		fputs(line ? "is left in the middle of " : "is left", file);
		if (line) fputs(line, file);
		break;
	case CONC_EVENT_WAITS:
		fprintf(file, "waits for %s", r->what);
		if (r->other.name) fprintf(file, " of %s", other);
		else if (r->object) fprintf(file, " %u", r->object);
		break;
	default:
		fputs(plain[r->event], file);
		break;
	}
	if (r->where) fprintf(file, ", at %s", r->where);
}

void conc_trace_write_text(FILE *file, const struct conc_trace *trace)
{
	fprintf(file, "%10s %14s  %-9s  %-20s %s\n", "step", "time", "processor", "thread",
	        conc_schedule_name() + 2);
	for (size_t i = 0; i < trace->count; i++) {
		const struct conc_trace_record *r = &trace->records[i];
		char thread[128];

		fprintf(file, "%10llu %8llu.%02llu us", (unsigned long long)r->step,
		        (unsigned long long)r->time / 1000,
		        (unsigned long long)r->time % 1000 / 10);
		if (r->processor == CONC_NO_PROCESSOR) fprintf(file, "  %-9s", "-");
		else fprintf(file, "  %-9u", r->processor);
		fprintf(file, "  %-20s ", conc_trace_describe(&r->thread, thread, sizeof thread));
		conc_trace_write_what(file, r);
		fputc('\n', file);
	}
	if (trace->dropped)
		fprintf(file, "and %zu more, for which there was no room\n", trace->dropped);
}
