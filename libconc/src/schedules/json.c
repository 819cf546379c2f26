/* SPDX-License-Identifier: MIT */
/* A trace in the Trace Event Format, for Perfetto (ui.perfetto.dev) and chrome://tracing.
 *
 * There are two groups of tracks. Each processor has a track with slices named after the thread
 * that runs there. Each thread has a track with slices for running and for its waits, and arrows
 * from the waker to the woken. A slice is written when it ends ("X" events: begin and length).
 */
#include "trace.h"

#include <stdlib.h>

enum { PROCESSORS = 1, THREADS = 2 };

/* A track with the slice that is open on it. */
struct track {
	char name[160];    /* of the slice; "": none is open */
	const char *where; /* of the slice, or NULL */
	uint64_t since;
	bool named; /* the track has its name in the file */
	unsigned id;
};

struct writer {
	FILE *file;
	struct track *processors, *threads; /* by index; by the descriptor's number */
	size_t processor_room, thread_room;
	unsigned ids, arrows;
	bool comma;
};

static struct track *track(struct track **list, size_t *room, size_t index)
{
	size_t more = *room ? *room : 64;
	struct track *grown;

	while (more <= index) more *= 2;
	if (more != *room) {
		grown = realloc(*list, more * sizeof **list);
		if (!grown) abort();
		for (size_t i = *room; i < more; i++) grown[i] = (struct track){.id = 0};
		*list = grown;
		*room = more;
	}
	return &(*list)[index];
}

static void string(FILE *file, const char *text)
{
	fputc('"', file);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\') fputc('\\', file);
		if ((unsigned char)*text >= ' ') fputc(*text, file);
	}
	fputc('"', file);
}

static void begin(struct writer *w, const char *phase, int group, unsigned id, uint64_t time)
{
	fprintf(w->file, "%s\n{\"ph\":\"%s\",\"pid\":%d,\"tid\":%u,\"ts\":%llu.%03llu",
	        w->comma ? "," : "", phase, group, id, (unsigned long long)time / 1000,
	        (unsigned long long)time % 1000);
	w->comma = true;
}

static void name_track(struct writer *w, int group, unsigned id, const char *kind, const char *name)
{
	begin(w, "M", group, id, 0);
	fprintf(w->file, ",\"name\":\"%s\",\"args\":{\"name\":", kind);
	string(w->file, name);
	fputs("}}", w->file);
}

static void close_slice(struct writer *w, int group, struct track *t, uint64_t now)
{
	uint64_t length = now - t->since;

	if (!t->name[0]) return;
	begin(w, "X", group, t->id, t->since);
	fprintf(w->file, ",\"dur\":%llu.%03llu,\"name\":", (unsigned long long)length / 1000,
	        (unsigned long long)length % 1000);
	string(w->file, t->name);
	if (t->where) {
		fputs(",\"args\":{\"at\":", w->file);
		string(w->file, t->where);
		fputc('}', w->file);
	}
	fputc('}', w->file);
	t->name[0] = '\0';
}

static void open_slice(struct writer *w, int group, struct track *t, const char *name,
                       const char *where, uint64_t now)
{
	close_slice(w, group, t, now);
	snprintf(t->name, sizeof t->name, "%s", name);
	t->where = where;
	t->since = now;
}

static struct track *processor(struct writer *w, uint32_t index)
{
	struct track *t = track(&w->processors, &w->processor_room, index);
	char name[32];

	if (t->named) return t;
	t->named = true;
	t->id = index;
	snprintf(name, sizeof name, "processor %u", index);
	name_track(w, PROCESSORS, t->id, "thread_name", name);
	return t;
}

/* fresh: the descriptor belongs to a new thread. */
static struct track *thread(struct writer *w, const struct conc_trace_thread *who, bool fresh)
{
	struct track *t = track(&w->threads, &w->thread_room, who->number);
	char name[128];

	if (t->named && !fresh) return t;
	t->named = true;
	t->id = ++w->ids;
	name_track(w, THREADS, t->id, "thread_name", conc_trace_describe(who, name, sizeof name));
	return t;
}

static void runs(struct writer *w, const struct conc_trace_record *r)
{
	char name[128];

	if (r->processor != CONC_NO_PROCESSOR)
		open_slice(w, PROCESSORS, processor(w, r->processor),
		           conc_trace_describe(&r->thread, name, sizeof name), NULL, r->time);
	open_slice(w, THREADS, thread(w, &r->thread, false), "runs", NULL, r->time);
}

static void rests(struct writer *w, const struct conc_trace_record *r, const char *why,
                  const char *where)
{
	struct track *t = thread(w, &r->thread, false);

	if (r->processor != CONC_NO_PROCESSOR)
		close_slice(w, PROCESSORS, processor(w, r->processor), r->time);
	if (why) open_slice(w, THREADS, t, why, where, r->time);
	else close_slice(w, THREADS, t, r->time);
}

static void waits(struct writer *w, const struct conc_trace_record *r)
{
	char other[128], why[160];

	if (r->other.name)
		snprintf(why, sizeof why, "waits for %s of %s", r->what,
		         conc_trace_describe(&r->other, other, sizeof other));
	else if (r->object) snprintf(why, sizeof why, "waits for %s %u", r->what, r->object);
	else snprintf(why, sizeof why, "waits for %s", r->what);
	rests(w, r, why, r->where);
}

static void wakes(struct writer *w, const struct conc_trace_record *r)
{
	unsigned arrow = ++w->arrows;

	if (!r->thread.name) return;
	begin(w, "s", THREADS, thread(w, &r->thread, false)->id, r->time);
	fprintf(w->file, ",\"id\":%u,\"name\":\"wakes\",\"cat\":\"wake\"}", arrow);
	begin(w, "f", THREADS, thread(w, &r->other, false)->id, r->time + 1);
	fprintf(w->file, ",\"bp\":\"e\",\"id\":%u,\"name\":\"wakes\",\"cat\":\"wake\"}", arrow);
}

static void write_record(struct writer *w, const struct conc_trace_record *r)
{
	char what[160];

	switch (r->event) {
	case CONC_EVENT_STARTS:
		thread(w, &r->other, true);
		break;
	case CONC_EVENT_BEGINS:
	case CONC_EVENT_INLINE:
	case CONC_EVENT_GOES_ON:
	case CONC_EVENT_RESUMED:
		runs(w, r);
		break;
	case CONC_EVENT_ENDS:
		rests(w, r, NULL, NULL);
		break;
	case CONC_EVENT_DOES:
		begin(w, "i", THREADS, thread(w, &r->thread, false)->id, r->time);
		snprintf(what, sizeof what, "%s %u", r->what, r->object);
		fputs(",\"s\":\"t\",\"name\":", w->file);
		string(w->file, what);
		fputc('}', w->file);
		break;
	case CONC_EVENT_YIELDS:
		rests(w, r, "has yielded", r->where);
		break;
	case CONC_EVENT_PREEMPTED:
		rests(w, r, "is left", conc_trace_line(r));
		break;
	case CONC_EVENT_WAITS:
		waits(w, r);
		break;
	case CONC_EVENT_WAKES:
		wakes(w, r);
		break;
	case CONC_EVENT_SLEEPS:
	case CONC_EVENT_LATE:
		break;
	}
}

void conc_trace_write_json(FILE *file, const struct conc_trace *trace)
{
	struct writer w = {.file = file};
	uint64_t last = trace->count ? trace->records[trace->count - 1].time : 0;

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
	name_track(&w, PROCESSORS, 0, "process_name", "processors");
	name_track(&w, THREADS, 0, "process_name", "threads");
	for (size_t i = 0; i < trace->count; i++) write_record(&w, &trace->records[i]);
	for (size_t i = 0; i < w.processor_room; i++)
		close_slice(&w, PROCESSORS, &w.processors[i], last);
	for (size_t i = 0; i < w.thread_room; i++) close_slice(&w, THREADS, &w.threads[i], last);
	fputs("\n]}\n", file);
	free(w.processors);
	free(w.threads);
}
