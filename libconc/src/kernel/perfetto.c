/* SPDX-License-Identifier: MIT */
/* Perfetto's format: protocol buffers, written by hand since each packet is two or three fields.
 *
 * Each event becomes packets that need no other: what was open on its track ends, the next begins.
 *
 *     processor 1   ┌worker 3───┐      ┌clerk 4──────┐
 *     worker 3      ┌runs───────┐┌waits for send, a.c:8──┐┌ready┐┌runs──
 *     its regions     ┌request────────────────────────────────────┐
 *     clerk 4       ┌ready─────────────┐┌runs───── wakes worker 3 ──►
 */
#define _GNU_SOURCE
#include "perfetto.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "port/os.h"
#include "port/stop.h"

#define NUMBERS (UINT32_C(1) << 20) /* threads with a track of their own */
#define MOST (1u << 16)             /* processors; the upper half: foreign kernel threads */
#define TEXT 120u                   /* bytes of a text */
#define TEXTS 1024u
#define PACKET 1024u

/* Identities of tracks. Those of threads are counted; each is followed by one for regions and one
 * for messages. */
enum track { PROCESS = 1, PROCESSORS = 16, THREADS = 1 << 24, OF_A_THREAD = 4 };
enum { REGIONS = 1, MESSAGES = 2 };

/* TrackEvent.Type */
enum type { SLICE_BEGIN = 1, SLICE_END = 2, INSTANT = 3 };

struct thread_track {
	const char *name; /* of the thread that had this number last */
	uint64_t track;   /* 0: none yet */
	bool runs;        /* a slice is open */
	bool has[OF_A_THREAD];
};

struct bytes {
	size_t used;
	uint8_t data[PACKET];
};

struct conc_perfetto {
	int file, error;
	uint64_t last_track, last_flow;
	struct thread_track *threads; /* by number */
	struct {
		const char *from;
		char text[TEXT + 8];
	} texts[TEXTS];
	uint32_t names_reused; /* when texts were forgotten last */
	struct {
		bool has_track, runs;
	} processors[MOST];
	size_t used;
	uint8_t data[64 << 10];
};

/* ---- Protocol buffers ---- */

static void add_varint(struct bytes *to, uint64_t value)
{
	for (; value >= 128; value >>= 7) to->data[to->used++] = (uint8_t)(value | 128);
	to->data[to->used++] = (uint8_t)value;
}

static void add_number(struct bytes *to, unsigned field, uint64_t value)
{
	add_varint(to, (uint64_t)field << 3);
	add_varint(to, value);
}

static void add_fixed(struct bytes *to, unsigned field, uint64_t value)
{
	add_varint(to, (uint64_t)field << 3 | 1);
	for (int i = 0; i < 8; i++) to->data[to->used++] = (uint8_t)(value >> 8 * i);
}

static void add_piece(struct bytes *to, unsigned field, const void *data, size_t size)
{
	add_varint(to, (uint64_t)field << 3 | 2);
	add_varint(to, size);
	memcpy(to->data + to->used, data, size);
	to->used += size;
}

static void add_text(struct bytes *to, unsigned field, const char *text)
{
	add_piece(to, field, text, strlen(text));
}

static void add_bytes(struct bytes *to, unsigned field, const struct bytes *inner)
{
	add_piece(to, field, inner->data, inner->used);
}

int conc_perfetto_flush(struct conc_perfetto *trace)
{
	size_t done = 0;

	while (!trace->error && done < trace->used) {
		ssize_t n = write(trace->file, trace->data + done, trace->used - done);
		if (n >= 0) done += (size_t)n;
		else if (errno != EINTR) trace->error = -errno;
	}
	trace->used = 0;
	return trace->error;
}

/* Trace.packet */
static void add_packet(struct conc_perfetto *trace, struct bytes *packet)
{
	struct bytes outer = {0};

	add_number(packet, 10, 1); /* trusted_packet_sequence_id */
	add_bytes(&outer, 1, packet);
	if (trace->used + outer.used > sizeof trace->data) conc_perfetto_flush(trace);
	memcpy(trace->data + trace->used, outer.data, outer.used);
	trace->used += outer.used;
}

/* ---- Tracks ---- */

static void add_track(struct conc_perfetto *trace, uint64_t track, uint64_t parent,
                      const char *name)
{
	struct bytes packet = {0}, descriptor = {0}, process = {0};

	add_number(&descriptor, 1, track);
	if (parent) {
		add_text(&descriptor, 2, name);
		add_number(&descriptor, 5, parent);
	} else {
		add_number(&process, 1, (uint64_t)getpid());
		add_text(&process, 6, name);
		add_bytes(&descriptor, 3, &process);
	}
	add_bytes(&packet, 60, &descriptor);
	add_packet(trace, &packet);
}

/* Copies the text, which may be gone with its library. */
static const char *text_of(struct conc_perfetto *trace, const char *from)
{
	size_t slot = ((uintptr_t)from * UINT64_C(0x9e3779b97f4a7c15)) >> 54;

	if (!from) return "?";
	if (trace->texts[slot].from == from) return trace->texts[slot].text;
	trace->texts[slot].from = from;
	memset(trace->texts[slot].text, 0, sizeof trace->texts[slot].text);
	if (!conc_os_peek(from, trace->texts[slot].text, TEXT))
		strcpy(trace->texts[slot].text, "?");
	return trace->texts[slot].text;
}

/* The number of its track. */
static unsigned processor_of(struct conc_perfetto *trace, const struct conc_recorded *recorded)
{
	unsigned n = recorded->foreign ? MOST / 2 + recorded->processor % (MOST / 2)
	                               : recorded->processor;
	char name[64];

	if (trace->processors[n].has_track) return n;
	trace->processors[n].has_track = true;
	add_track(trace, PROCESSORS + n, PROCESS,
	          conc_recorder_processor(recorded, name, sizeof name));
	return n;
}

static void label(struct conc_perfetto *trace, uint32_t number, const char *name, char *to,
                  size_t size)
{
	const char *text = name ? text_of(trace, name) : "thread";

	if (name == conc_main_name) snprintf(to, size, "main");
	else snprintf(to, size, "%s %u", text, number);
}

static struct thread_track *thread_of(struct conc_perfetto *trace, uint32_t number)
{
	struct thread_track *thread = &trace->threads[number % NUMBERS];
	char name[TEXT + 16];

	if (thread->track) return thread;
	thread->track = THREADS + OF_A_THREAD * trace->last_track++;
	label(trace, number, thread->name, name, sizeof name);
	add_track(trace, thread->track, PROCESS, name);
	return thread;
}

static uint64_t child_track(struct conc_perfetto *trace, uint32_t number, unsigned which)
{
	struct thread_track *thread = thread_of(trace, number);

	if (!thread->has[which])
		add_track(trace, thread->track + which, thread->track,
		          which == REGIONS ? "regions" : "messages");
	thread->has[which] = true;
	return thread->track + which;
}

/* ---- Events ---- */

struct slice {
	uint64_t time, track;
	enum type type;
	const char *name;               /* or NULL */
	uint64_t flow, end_of_flow;     /* or 0 */
	uint64_t object;                /* or 0 */
	const struct conc_recorded *on; /* the processor, or NULL */
};

static void add_annotation(struct bytes *event, const char *name, unsigned field, uint64_t value)
{
	struct bytes annotation = {0};

	add_number(&annotation, field, value);
	add_text(&annotation, 10, name);
	add_bytes(event, 4, &annotation);
}

static void add_slice(struct conc_perfetto *trace, struct slice slice)
{
	struct bytes packet = {0}, event = {0};

	add_number(&event, 9, slice.type);
	add_number(&event, 11, slice.track);
	if (slice.name) add_text(&event, 23, slice.name);
	if (slice.flow) add_fixed(&event, 47, slice.flow);
	if (slice.end_of_flow) add_fixed(&event, 48, slice.end_of_flow);
	if (slice.object) add_annotation(&event, "object", 7, slice.object);
	if (slice.on)
		add_annotation(&event, slice.on->foreign ? "kernel thread" : "processor", 3,
		               slice.on->processor);
	add_number(&packet, 8, slice.time);
	add_bytes(&packet, 11, &event);
	add_packet(trace, &packet);
}

static void end_slice(struct conc_perfetto *trace, uint64_t time, uint64_t track)
{
	add_slice(trace, (struct slice){.time = time, .track = track, .type = SLICE_END});
}

/* The processor runs another thread from now on; NULL: none. */
static void change_processor(struct conc_perfetto *trace, unsigned processor, uint64_t time,
                             const char *runs)
{
	struct slice slice = {
	        .time = time, .track = PROCESSORS + processor, .type = SLICE_BEGIN, .name = runs};

	if (trace->processors[processor].runs) end_slice(trace, time, slice.track);
	trace->processors[processor].runs = runs != NULL;
	if (runs) add_slice(trace, slice);
}

/* The thread is in another state from now on. */
static void change_state(struct conc_perfetto *trace, struct thread_track *thread,
                         struct slice slice)
{
	if (thread->runs) end_slice(trace, slice.time, thread->track);
	thread->runs = slice.name != NULL;
	slice.track = thread->track;
	slice.type = SLICE_BEGIN;
	if (slice.name) add_slice(trace, slice);
}

/* The thread with that number, whose name an event says. Another name: it is another thread. */
static struct thread_track *named_thread(struct conc_perfetto *trace, uint32_t number,
                                         const char *name, uint64_t time)
{
	struct thread_track *thread = &trace->threads[number % NUMBERS];

	if (thread->name != name) {
		change_state(trace, thread, (struct slice){.time = time});
		*thread = (struct thread_track){.name = name};
	}
	return thread_of(trace, number);
}

/* Its track goes on under the new name. */
static void add_name(struct conc_perfetto *trace, const struct conc_event *e, unsigned processor)
{
	uint32_t number = conc_event_thread(e);
	struct thread_track *thread = thread_of(trace, number);
	char name[TEXT + 16];

	thread->name = e->what;
	label(trace, number, e->what, name, sizeof name);
	add_track(trace, thread->track, PROCESS, name);
	change_processor(trace, processor, e->time, name);
}

static void add_runs(struct conc_perfetto *trace, const struct conc_recorded *recorded,
                     unsigned processor)
{
	const struct conc_event *e = &recorded->event;
	uint32_t number = conc_event_thread(e);
	char name[TEXT + 16];

	label(trace, number, e->what, name, sizeof name);
	change_processor(trace, processor, e->time, name);
	change_state(trace, named_thread(trace, number, e->what, e->time),
	             (struct slice){.time = e->time, .name = "runs", .on = recorded});
}

static void add_waits(struct conc_perfetto *trace, const struct conc_recorded *recorded,
                      unsigned processor)
{
	const struct conc_event *e = &recorded->event;
	char name[2 * TEXT + 32];
	size_t used =
	        conc_text_append(name, 0, sizeof name, "waits for %s", text_of(trace, e->what));

	if (e->where) conc_text_append(name, used, sizeof name, ", %s", text_of(trace, e->where));
	change_processor(trace, processor, e->time, NULL);
	change_state(trace, thread_of(trace, conc_event_thread(e)),
	             (struct slice){.time = e->time, .name = name, .object = e->object});
}

/* number: 0 if the processor itself does it, for a timer or a descriptor. */
static void add_wakes(struct conc_perfetto *trace, const struct conc_recorded *recorded,
                      unsigned processor)
{
	const struct conc_event *e = &recorded->event;
	uint32_t number = conc_event_thread(e), other = (uint32_t)e->object;
	uint64_t by = conc_event_has_thread(e) ? thread_of(trace, number)->track
	                                       : PROCESSORS + processor,
	         flow = ++trace->last_flow;
	struct thread_track *woken = thread_of(trace, other);
	char name[TEXT + 32], who[TEXT + 16];

	label(trace, other, woken->name, who, sizeof who);
	snprintf(name, sizeof name, "wakes %s", who);
	add_slice(
	        trace,
	        (struct slice){
	                .time = e->time, .track = by, .type = INSTANT, .name = name, .flow = flow});
	change_state(trace, woken,
	             (struct slice){.time = e->time, .name = "ready", .end_of_flow = flow});
}

void conc_perfetto_add(struct conc_perfetto *trace, const struct conc_recorded *recorded)
{
	const struct conc_event *e = &recorded->event;
	uint32_t number = conc_event_thread(e);
	unsigned processor = processor_of(trace, recorded);
	char name[2 * TEXT];
	size_t used;
	struct slice slice = {.time = e->time, .track = PROCESSORS + processor, .type = INSTANT};

	switch (conc_event_kind(e)) {
	case CONC_RECORDER_BEGINS:
	case CONC_RECORDER_RUNS:
		add_runs(trace, recorded, processor);
		return;
	case CONC_RECORDER_WAITS:
		add_waits(trace, recorded, processor);
		return;
	case CONC_RECORDER_NAMES:
		add_name(trace, e, processor);
		return;
	case CONC_RECORDER_WAKES:
		add_wakes(trace, recorded, processor);
		return;
	case CONC_RECORDER_ENDS:
		change_processor(trace, processor, e->time, NULL);
		change_state(trace, thread_of(trace, number), (struct slice){.time = e->time});
		return;
	case CONC_RECORDER_SLEEPS:
		change_processor(trace, processor, e->time, NULL);
		return;
	case CONC_RECORDER_GAP:
		change_processor(trace, processor, e->time, NULL);
		if (conc_event_has_thread(e))
			change_state(trace, thread_of(trace, number),
			             (struct slice){.time = e->time});
		slice.name = conc_recorder_verb(CONC_RECORDER_GAP);
		break;
	case CONC_RECORDER_STEALS:
		slice.name = conc_recorder_verb(CONC_RECORDER_STEALS);
		break;
	case CONC_RECORDER_MARK:
		slice.track = thread_of(trace, number)->track;
		slice.name = text_of(trace, e->what);
		break;
	case CONC_RECORDER_MARK_BEGINS:
	case CONC_RECORDER_MARK_ENDS:
		slice.track = child_track(trace, number, REGIONS);
		slice.type =
		        conc_event_kind(e) == CONC_RECORDER_MARK_BEGINS ? SLICE_BEGIN : SLICE_END;
		slice.name = slice.type == SLICE_BEGIN ? text_of(trace, e->what) : NULL;
		break;
	case CONC_RECORDER_HANDLES:
		slice.track = child_track(trace, conc_event_thread(e), MESSAGES);
		slice.type = SLICE_BEGIN;
		slice.name = name;
		slice.object = e->object;
		used = conc_text_append(name, 0, sizeof name, "%s: ", text_of(trace, e->where));
		conc_text_append(name, used, sizeof name, "%s", text_of(trace, e->what));
		break;
	case CONC_RECORDER_HANDLED:
		slice.track = child_track(trace, number, MESSAGES);
		slice.type = SLICE_END;
		break;
	default:
		return;
	}
	add_slice(trace, slice);
}

void conc_perfetto_names(struct conc_perfetto *trace, const struct conc_recording *recording)
{
	uint32_t reused = conc_thread_names_reused();

	if (trace->names_reused != reused) memset(trace->texts, 0, sizeof trace->texts);
	trace->names_reused = reused;
	for (size_t i = 0; i < recording->count; i++) {
		const struct conc_event *e = &recording->events[i].event;
		struct thread_track *thread = &trace->threads[conc_event_thread(e) % NUMBERS];
		if (conc_event_kind(e) == CONC_RECORDER_RUNS && !thread->name && !thread->track)
			thread->name = e->what;
	}
}

struct conc_perfetto *conc_perfetto_begin(int file)
{
	size_t size = sizeof(struct conc_perfetto) + NUMBERS * sizeof(struct thread_track);
	struct conc_perfetto *trace = mmap(NULL, size, PROT_READ | PROT_WRITE,
	                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (trace == MAP_FAILED) return NULL;
	trace->file = file;
	trace->threads = (struct thread_track *)(void *)(trace + 1);
	add_track(trace, PROCESS, 0, program_invocation_short_name);
	return trace;
}

void conc_perfetto_free(struct conc_perfetto *trace)
{
	munmap(trace, sizeof *trace + NUMBERS * sizeof(struct thread_track));
}
