/* SPDX-License-Identifier: MIT */
/* Recording what happened, in order, and the lines of the program where lanes were left.
 *
 * Records go to one large mapping, of which only the used part takes memory. They are written when
 * the program ends, also by a signal. A place is a few return addresses. Its line is that of the
 * first address in the program and not in libconc (schedules/lines.c). Addresses never appear: an
 * object is its number.
 */
#define _GNU_SOURCE
#include "trace.h"

#include <errno.h>
#include <execinfo.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/processor.h"
#include "lines.h"
#include "switches.h"
#include "verify.h"

#define MOST ((size_t)1 << 24) /* records */

static struct conc_trace_record *records;
static size_t count, dropped;
static const char *file_name;

/* Sorted places and their lines. */
static struct conc_line *places;
static size_t place_count;

/* ---- Recording ---- */

/* What a kernel thread of the program runs; NULL if t is none. */
static const void *function_of(const struct conc_thread *t)
{
	for (unsigned i = 0; i < conc_schedule.count; i++)
		if (conc_schedule.lanes[i]->function &&
		    conc_lane_thread(conc_schedule.lanes[i]) == t)
			return conc_schedule.lanes[i]->function;
	return NULL;
}

static struct conc_trace_thread remember(const struct conc_thread *t)
{
	if (!t) return (struct conc_trace_thread){0};
	return (struct conc_trace_thread){t->name ? t->name : "?", t->number,
	                                  conc_thread_is_named(t) ? NULL : function_of(t),
	                                  t->name == conc_main_name};
}

/* Notes where the thread is: at a step of the program, or where it called libconc. */
static void note_places(struct conc_trace_record *record)
{
	void *frames[CONC_TRACE_DEPTH + 4];
	int depth;

	record->places[0] = conc_schedule.place;
	if (conc_schedule.place ||
	    !(record->event == CONC_EVENT_PREEMPTED || record->event == CONC_EVENT_YIELDS))
		return;
	depth = backtrace(frames, CONC_TRACE_DEPTH + 4);
	for (int i = 4; i < depth; i++) record->places[i - 4] = frames[i];
}

/* Removes the record that the lane was left if nothing happened since. Returns whether it did. */
static bool takes_back(enum conc_schedule_event event, const struct conc_thread *thread)
{
	const struct conc_trace_record *last = count ? &records[count - 1] : NULL;

	if (event != CONC_EVENT_RESUMED || !last || last->event != CONC_EVENT_PREEMPTED ||
	    last->thread.number != thread->number)
		return false;
	count--;
	return true;
}

static void trace_add(enum conc_schedule_event event, const struct conc_thread *thread,
                      const void *object, const char *what, const char *where)
{
	const struct conc_processor *p = conc_processor_tls;
	bool other = event == CONC_EVENT_STARTS || event == CONC_EVENT_INLINE ||
	             event == CONC_EVENT_WAKES || (what && strcmp(what, "join") == 0);

	if (takes_back(event, thread)) return;
	if (count == MOST) {
		dropped++;
		return;
	}
	records[count] = (struct conc_trace_record){
	        .step = conc_schedule_steps(),
	        .time = conc_schedule_steps() * CONC_STEP_TIME + conc_schedule.ahead,
	        .thread = remember(thread),
	        .other = remember(other ? object : NULL),
	        .object = other ? 0 : conc_schedule_number(object),
	        .what = what,
	        .where = where,
	        .processor = p ? p->index : CONC_NO_PROCESSOR,
	        .event = event,
	};
	note_places(&records[count++]);
}

void conc_schedule_note(enum conc_schedule_event event, const struct conc_thread *thread,
                        const void *object, const char *what, const char *where)
{
	/* a yield that the schedule forced is a preemption: it is no yield of the program */
	if (event == CONC_EVENT_YIELDS && conc_schedule.forced) {
		event = CONC_EVENT_PREEMPTED;
		conc_schedule.forced = false;
	}
	if (event == CONC_EVENT_STARTS)
		conc_story_started(((const struct conc_thread *)object)->order);
	if (event == CONC_EVENT_WAKES && conc_verify_on)
		conc_verify_wakes(((const struct conc_thread *)object)->order);
	if (records && conc_schedule_on()) trace_add(event, thread, object, what, where);
}

char *conc_trace_describe(const struct conc_trace_thread *thread, char *buffer, size_t size)
{
	if (!thread->name) snprintf(buffer, size, "-");
	else if (thread->is_main) snprintf(buffer, size, "%s", thread->name);
	else if (thread->function)
		snprintf(buffer, size, "%s %u", conc_function_of(thread->function), thread->number);
	else snprintf(buffer, size, "%s %u", thread->name, thread->number);
	return buffer;
}

/* ---- Places ---- */

static int by_address(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct conc_line *)a)->place;
	uintptr_t y = (uintptr_t)((const struct conc_line *)b)->place;

	return (x > y) - (x < y);
}

static void collect_places(void)
{
	size_t kept = 0;

	places = calloc(count * CONC_TRACE_DEPTH + 1, sizeof *places);
	for (size_t i = 0; places && i < count; i++)
		for (unsigned k = 0; k < CONC_TRACE_DEPTH && records[i].places[k]; k++)
			places[place_count++].place = records[i].places[k];
	if (!places) return;
	qsort(places, place_count, sizeof *places, by_address);
	for (size_t i = 0; i < place_count; i++)
		if (!kept || places[kept - 1].place != places[i].place) places[kept++] = places[i];
	place_count = kept;
}

const char *conc_trace_line(const struct conc_trace_record *record)
{
	for (unsigned k = 0; k < CONC_TRACE_DEPTH && record->places[k] && place_count; k++) {
		struct conc_line key = {record->places[k], NULL}, *found;

		found = bsearch(&key, places, place_count, sizeof *places, by_address);
		if (found && found->line && !strstr(found->line, "libconc/src/"))
			return found->line;
	}
	return NULL;
}

/* ---- Beginning and end ---- */

static void on_signal(int number)
{
	signal(number, SIG_DFL);
	conc_schedule_stopping();
	raise(number);
}

void conc_trace_start(const char *file)
{
	static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT};
	void *first[1], *memory = mmap(NULL, MOST * sizeof *records, PROT_READ | PROT_WRITE,
	                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED) {
		fprintf(stderr, "conc: no memory for a trace\n");
		exit(2);
	}
	backtrace(first, 1); /* loads what it needs now */
	records = memory;
	file_name = file;
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], on_signal);
}

void conc_trace_finish(void)
{
	struct conc_trace trace = {records, count, dropped};
	const char *dot;
	FILE *file;

	if (!records) return;
	dot = strrchr(file_name, '.');
	file = strcmp(file_name, "-") ? fopen(file_name, "we") : stderr;
	if (!file) {
		fprintf(stderr, "conc: cannot write the trace to %s: %s\n", file_name,
		        strerror(errno));
		return;
	}
	collect_places();
	conc_lines_find(places, place_count);
	if (dot && !strcmp(dot, ".json")) conc_trace_write_json(file, &trace);
	else if (dot && !strcmp(dot, ".svg")) conc_trace_write_svg(file, &trace);
	else conc_trace_write_text(file, &trace);
	if (file == stderr ? fflush(file) : fclose(file))
		fprintf(stderr, "conc: the trace in %s is not whole: %s\n", file_name,
		        strerror(errno));
}
