/* SPDX-License-Identifier: MIT */
/* The flight recorder: the rings, and reading them. */
#include "recorder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "conc/duration.h"
#include "port/layout.h"
#include "port/os.h"
#include "report.h"
#include "trace_file.h"

#define TICKS_PER_SECOND 200u /* of the watchdog */
#define USUAL 25600u          /* events a second */
#define BURST 4096u
#define DEEP 8u /* threads on one stack that are all told of */
#define ROOM \
	(uint32_t)(CONC_EVENTS_TRACED / 2 - BURST) /* from one copy of new events to the next */
#define TRIES 1000  /* for the lock, which a thread that crashed may hold */
#define PRINTED 16u /* events */

struct conc_recorder conc_recorder;

/* For kernel threads of libconc that have no processor, such as the watchdog, by turns. */
static struct conc_processor outside;
static struct conc_tiny_lock outside_lock;

#define R (&conc_recorder)

CONC_LAYOUT(recorder_layout) = {
        {"recorder.allowance", (uintptr_t)&conc_recorder.allowance},
        {"recorder.size", (uintptr_t)&conc_recorder.size},
        {"recorder.cycles", (uintptr_t)&conc_recorder.cycles},
        {"recorder.time", (uintptr_t)&conc_recorder.time},
        {"recorder.processors", (uintptr_t)&conc_recorder.processors},
        CONC_LAYOUT_AT(processor, next_recorded),
        CONC_LAYOUT_AT(processor, events),
        CONC_LAYOUT_AT(processor, event_count),
        CONC_LAYOUT_AT(processor, index),
        CONC_LAYOUT_AT(processor, foreign),
};

/* ---- Writing ---- */

static bool make_ring(struct conc_processor *p)
{
	int saved = errno;
	void *ring = mmap(NULL, R->size * sizeof *p->events, PROT_READ | PROT_WRITE,
	                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	errno = saved;
	if (ring == MAP_FAILED) return false;
	/* release: published to readers */
	store_release(&p->events, (struct conc_event *)ring);
	return true;
}

static void put(struct conc_processor *p, enum conc_event_kind event, uint64_t subject,
                uint64_t object, const char *what, const char *where)
{
	uint64_t at = p->event_count;
	struct conc_event *e = &p->events[at & (R->size - 1)];

	/* release: after the count before; pairs with copy_ring's acquire: who reads this event in
	 * the place of an earlier one then reads a count that says so */
	store_release(&e->time, conc_os_cycles());
	store_release(&e->subject, subject << 8 | event);
	store_release(&e->object, object);
	store_release(&e->what, what);
	store_release(&e->where, where);
	/* release: pairs with copy_ring */
	store_release(&p->event_count, at + 1);
}

static void put_of(struct conc_processor *p, enum conc_event_kind event,
                   const struct conc_thread *t, uint64_t object, const char *what,
                   const char *where)
{
	put(p, event, (uint64_t)t->number + 1, object, what, where);
}

static void now_runs(struct conc_processor *p, const struct conc_thread *t)
{
	p->recorded.thread = t;
	if (t) p->recorded.name = t->name;
}

static void put_clock(struct conc_processor *p)
{
	uint32_t tick = load_relaxed(&R->ticks);

	if (p->event_tick == tick && p->event_count) return;
	p->event_tick = tick;
	put(p, CONC_RECORDER_CLOCK, 0, conc_now(), NULL, NULL);
}

/* Before an event of t, which p runs. A thread that its joiner runs on its own stack begins without
 * an event. If there is an event of it, the joiner is recorded as waiting and the thread as
 * running; so are those between it and the thread that was recorded last. Returns how many events
 * that takes at most. */
static uint32_t add_running(struct conc_processor *p, const struct conc_thread *t)
{
	const struct conc_thread *before = p->recorded.thread, *chain[DEEP], *below = t;
	uint32_t depth = 0;

	if (!t || t != p->current) return 0;
	if (before == t && p->recorded.name == t->name) return 0;
	while (below && below != before && depth < DEEP) {
		chain[depth++] = below;
		below = below->inline_parent;
	}
	if (!below || below != before || !depth) {
		chain[0] = t;
		depth = 1;
		below = NULL;
	}
	for (uint32_t i = depth; i-- > 0; below = chain[i]) {
		if (below)
			put_of(p, CONC_RECORDER_WAITS, below,
			       (uint64_t)(uintptr_t)below->wait.object, below->wait.operation,
			       below->wait.where);
		put_of(p, CONC_RECORDER_RUNS, chain[i], 0, chain[i]->name, chain[i]->started_at);
	}
	return 2 * depth;
}

void conc_recorder_end_inline(struct conc_processor *p, const struct conc_thread *t,
                              const struct conc_thread *self)
{
	uint32_t left = load_relaxed(&p->events_left);

	put_clock(p);
	put_of(p, CONC_RECORDER_WAKES, t, self->number, NULL, NULL);
	put_of(p, CONC_RECORDER_ENDS, t, 0, NULL, NULL);
	put_of(p, CONC_RECORDER_RUNS, self, 0, self->name, self->started_at);
	/* relaxed: as in conc_recorder_add */
	if (left) store_relaxed(&p->events_left, left > 3 ? left - 3 : 1);
	now_runs(p, self);
}

void conc_recorder_add(struct conc_processor *p, enum conc_event_kind event,
                       const struct conc_thread *t, uint64_t object, const char *what,
                       const char *where)
{
	uint32_t left = load_relaxed(&p->events_left), added = 0;

	if (t == &p->scheduler) t = NULL;
	if (!t && event == CONC_RECORDER_RUNS) return; /* it looks for work */
	if (!p->events && !make_ring(p)) return;
	put_clock(p);
	if (left == 1) {
		t = p->current;
		event = CONC_RECORDER_GAP;
	}
	if (event == CONC_RECORDER_RUNS || event == CONC_RECORDER_BEGINS) now_runs(p, t);
	else if (left && left <= 2 * DEEP + 1) now_runs(p, NULL);
	else added = add_running(p, t);
	put(p, event, t ? (uint64_t)t->number + 1 : 0, object, what, where);
	if (added) now_runs(p, t);
	if (event == CONC_RECORDER_NAMES) p->recorded.name = what; /* it will be t's name */
	if (event == CONC_RECORDER_WAITS || event == CONC_RECORDER_ENDS ||
	    event == CONC_RECORDER_SLEEPS)
		now_runs(p, NULL);
	/* relaxed: the watchdog may add to it meanwhile; then one of the two is lost */
	if (left) store_relaxed(&p->events_left, left - 1 - added);
}

void conc_recorder_add_outside(enum conc_event_kind event, uint64_t object)
{
	if (CONC_SCHEDULES || !load_relaxed(&outside.events_left)) return;
	conc_tiny_lock_acquire(&outside_lock);
	conc_recorder_add(&outside, event, NULL, object, NULL, NULL);
	conc_tiny_lock_release(&outside_lock);
}

void conc_recorder_tick(void)
{
	if (CONC_SCHEDULES || !load_relaxed(&R->allowance)) return;
	store_relaxed(&R->ticks, R->ticks + 1);
	if (R->all) return; /* conc_recorder_copy says how many more */
	conc_tiny_lock_acquire(&R->lock);
	for (struct conc_processor *p = R->processors; p; p = p->next_recorded) {
		uint32_t left = load_relaxed(&p->events_left);
		if (left < BURST) left += load_relaxed(&R->allowance);
		store_relaxed(&p->events_left, left);
	}
	conc_tiny_lock_release(&R->lock);
}

/* ---- Reading ---- */

struct now {
	uint64_t cycles, time; /* time: 0: the clock cannot be read */
	double length;         /* of a cycle, in ns */
};

/* Not conc_now, which stops the program: it may be about to stop for that reason. */
static struct now now_is(void)
{
	struct now now = {conc_os_cycles(), 0, 1};
	struct timespec time;

	if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return now;
	now.time = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
	if (now.cycles != R->cycles)
		now.length = (double)(now.time - R->time) / (double)(now.cycles - R->cycles);
	return now;
}

/* A ring that is read: its events from first to end, then what was copied of them. */
struct part {
	struct conc_processor *p;
	uint64_t first, end;
	const struct conc_recorded *next, *last;
};

/* Copies events of a ring to list. Returns how many. */
static size_t copy_ring(const struct part *part, struct conc_recorded *list, struct now now)
{
	const struct conc_processor *p = part->p;
	const struct conc_event *events = load_acquire(&p->events);
	uint64_t clock_cycles = now.cycles, clock_time = now.time, written;
	size_t count = 0, stale;

	for (uint64_t i = part->first; i < part->end; i++) {
		const struct conc_event *e = &events[i & (R->size - 1)];
		struct conc_event copy = {load_acquire(&e->time), load_acquire(&e->subject),
		                          load_acquire(&e->object), load_acquire(&e->what),
		                          load_acquire(&e->where)};
		if (conc_event_kind(&copy) == CONC_RECORDER_CLOCK) {
			clock_cycles = copy.time;
			clock_time = copy.object;
		}
		copy.time = clock_time +
		            (uint64_t)(int64_t)((double)(int64_t)(copy.time - clock_cycles) *
		                                now.length);
		list[count++] = (struct conc_recorded){
		        copy, p->foreign ? (uint32_t)p->kernel_thread : p->index, p->foreign};
	}
	/* relaxed: after the loads above. The event after the last may be half written. */
	written = load_relaxed(&p->event_count) + 1;
	stale = written > R->size + part->first ? written - R->size - part->first : 0;
	if (stale > count) stale = count;
	memmove(list, list + stale, (count - stale) * sizeof *list);
	return count - stale;
}

/* Merges the parts, each in the order of time. */
static void merge(struct part *parts, size_t part_count, struct conc_recorded *to)
{
	for (;;) {
		struct part *first = NULL;
		for (size_t i = 0; i < part_count; i++)
			if (parts[i].next < parts[i].last &&
			    (!first || parts[i].next->event.time < first->next->event.time))
				first = &parts[i];
		if (!first) return;
		*to++ = *first->next++;
	}
}

/* What of p's ring is to be read. */
static struct part part_of(struct conc_processor *p, bool only_new)
{
	struct part part = {.p = p, .end = load_acquire(&p->event_count)};

	if (part.end > R->size) part.first = part.end - R->size;
	if (only_new && part.first < p->events_drained) part.first = p->events_drained;
	if (part.first > part.end) part.first = part.end;
	return part;
}

/* The memory: room for all events, room for all in order, the parts. */
static void copy_all(struct conc_recording *to, bool only_new)
{
	struct now now = now_is();
	size_t room = 0, used = 0, count = 0;
	struct conc_recorded *list;
	struct part *parts;

	if (!now.time) return;
	for (struct conc_processor *p = R->processors; p; p = p->next_recorded) {
		struct part part = part_of(p, only_new);
		room += part.end - part.first + R->size / 16; /* and what is written now */
		count++;
	}
	to->bytes = 2 * room * sizeof *list + count * sizeof *parts;
	list = mmap(NULL, to->bytes, PROT_READ | PROT_WRITE,
	            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (list == MAP_FAILED) return;
	to->memory = list;
	to->events = list + room;
	parts = (struct part *)(void *)(list + 2 * room);
	count = 0;
	for (struct conc_processor *p = R->processors; p; p = p->next_recorded) {
		struct part part = part_of(p, only_new);
		if (part.end - part.first > room - used) part.first = part.end - (room - used);
		part.next = list + used;
		used += copy_ring(&part, list + used, now);
		part.last = list + used;
		if (only_new) {
			p->events_drained = part.end;
			store_relaxed(&p->events_left, ROOM);
		}
		parts[count++] = part;
	}
	merge(parts, count, to->events);
	to->count = used;
}

void conc_recorder_copy(struct conc_recording *to, unsigned how)
{
	*to = (struct conc_recording){0};
	if (!(how & CONC_RECORDER_DYING)) conc_tiny_lock_acquire(&R->lock);
	for (unsigned tries = 0; how & CONC_RECORDER_DYING && !conc_tiny_lock_try(&R->lock);
	     tries++) {
		if (tries == TRIES) return;
		conc_os_yield();
	}
	copy_all(to, how & CONC_RECORDER_NEW);
	conc_tiny_lock_release(&R->lock);
}

void conc_recorder_free(struct conc_recording *recording)
{
	if (recording->memory) munmap(recording->memory, recording->bytes);
}

void conc_recorder_each_ring(void (*visit)(const void *from, const void *to))
{
	if (CONC_SCHEDULES) return;
	conc_tiny_lock_acquire(&R->lock);
	for (const struct conc_processor *p = R->processors; p; p = p->next_recorded)
		if (p->events) visit(p->events, p->events + R->size);
	conc_tiny_lock_release(&R->lock);
}

/* ---- The last events, in a report ---- */

struct search {
	uint32_t number;
	const struct conc_thread *found;
};

static void find(struct conc_thread *t, void *argument)
{
	struct search *search = argument;

	if (t->number == search->number && !conc_thread_has_ended(t)) search->found = t;
}

/* Adds the name that the thread with this number had at that event. */
static void add_name(struct conc_report_line *line, const struct conc_recording *recording,
                     size_t at, uint32_t number)
{
	struct search search = {number, NULL};
	const size_t before = at;
	char name[128];

	for (; at < recording->count; at--) {
		const struct conc_event *e = &recording->events[at].event;
		if (e->subject >> 8 == (uint64_t)number + 1 &&
		    (conc_event_kind(e) == CONC_RECORDER_BEGINS ||
		     conc_event_kind(e) == CONC_RECORDER_RUNS ||
		     (conc_event_kind(e) == CONC_RECORDER_NAMES && at < before))) {
			conc_report_add(line, "%s", e->what ? e->what : "?");
			if (e->what != conc_main_name) conc_report_add(line, " %u", number);
			return;
		}
	}
	conc_thread_each(find, &search);
	if (search.found)
		conc_report_add(line, "%s", conc_thread_describe(search.found, name, sizeof name));
	else conc_report_add(line, "thread %u", number);
}

static void print_event(const struct conc_recording *recording, size_t at, uint64_t now)
{
	const struct conc_recorded *recorded = &recording->events[at];
	const struct conc_event *e = &recorded->event;
	struct conc_report_line line = {0};
	char name[32];
	enum conc_event_kind event = conc_event_kind(e);

	conc_report_add(&line, "  %9.3f ms  ", -(double)(int64_t)(now - e->time) / 1e6);
	conc_report_add(&line, "%s: ", conc_recorder_processor(recorded, name, sizeof name));
	if (conc_event_has_thread(e)) add_name(&line, recording, at, conc_event_thread(e));
	conc_report_add(&line, "%s%s", line.text[line.used - 1] == ' ' ? "" : " ",
	                conc_recorder_verb(event));
	if (event == CONC_RECORDER_WAKES) {
		conc_report_add(&line, " ");
		add_name(&line, recording, at, (uint32_t)e->object);
	} else if (e->what && event != CONC_RECORDER_BEGINS && event != CONC_RECORDER_RUNS) {
		conc_report_add(&line, " %s", e->what);
	}
	if (e->where && event == CONC_RECORDER_BEGINS) conc_report_add(&line, " (%s)", e->where);
	if (e->where && event == CONC_RECORDER_WAITS) conc_report_add(&line, ", at %s", e->where);
	if (e->where && event == CONC_RECORDER_HANDLES) conc_report_add(&line, " for %s", e->where);
	conc_report_print(&line, STDERR_FILENO);
}

const char *conc_recorder_verb(enum conc_event_kind event)
{
	static const char *const verbs[] = {
	        [CONC_RECORDER_GAP] = "goes on unrecorded",
	        [CONC_RECORDER_BEGINS] = "begins",
	        [CONC_RECORDER_RUNS] = "runs",
	        [CONC_RECORDER_ENDS] = "ends",
	        [CONC_RECORDER_WAITS] = "waits for",
	        [CONC_RECORDER_WAKES] = "wakes",
	        [CONC_RECORDER_SLEEPS] = "sleeps",
	        [CONC_RECORDER_STEALS] = "steals",
	        [CONC_RECORDER_HANDLES] = "handles",
	        [CONC_RECORDER_HANDLED] = "has handled it",
	        [CONC_RECORDER_MARK] = "marks",
	        [CONC_RECORDER_MARK_BEGINS] = "marks the begin of",
	        [CONC_RECORDER_MARK_ENDS] = "marks the end of",
	        [CONC_RECORDER_NAMES] = "names itself",
	};

	return event < sizeof verbs / sizeof *verbs && verbs[event] ? verbs[event] : "?";
}

const char *conc_recorder_processor(const struct conc_recorded *recorded, char *name, size_t size)
{
	if (recorded->foreign && !recorded->processor) return "libconc";
	snprintf(name, size, recorded->foreign ? "kernel thread %u" : "processor %u",
	         recorded->processor);
	return name;
}

void conc_recorder_print(void)
{
	static uint32_t printed;
	size_t most = CONC_SCHEDULES ? 0 : (size_t)conc_os_environment("CONC_EVENTS", PRINTED),
	       first, count = 0;
	struct conc_report_line line = {0};
	struct conc_recording recording;
	uint64_t now;

	if (!most || exchange_relaxed(&printed, 1)) return;
	now = now_is().time;
	conc_recorder_copy(&recording, CONC_RECORDER_DYING);
	for (first = recording.count; first && count < most; first--)
		count += conc_event_kind(&recording.events[first - 1].event) != CONC_RECORDER_CLOCK;
	if (count > 1) {
		conc_report_add(&line, "conc: the last events");
		conc_report_print(&line, STDERR_FILENO);
	}
	for (size_t i = first; count > 1 && i < recording.count; i++)
		if (conc_event_kind(&recording.events[i].event) != CONC_RECORDER_CLOCK)
			print_event(&recording, i, now);
	conc_recorder_free(&recording);
}

/* ---- Processors come and go ---- */

void conc_recorder_attach(struct conc_processor *p)
{
	if (CONC_SCHEDULES || !load_relaxed(&R->allowance)) return;
	/* relaxed: nobody else knows p yet */
	store_relaxed(&p->events_left, R->all ? ROOM : BURST);
	conc_tiny_lock_acquire(&R->lock);
	p->next_recorded = R->processors;
	R->processors = p;
	conc_tiny_lock_release(&R->lock);
}

void conc_recorder_detach(struct conc_processor *p)
{
	struct conc_processor **link = &R->processors;

	if (CONC_SCHEDULES || !load_relaxed(&R->allowance)) return;
	conc_trace_flush();
	conc_tiny_lock_acquire(&R->lock);
	while (*link && *link != p) link = &(*link)->next_recorded;
	if (*link) *link = p->next_recorded;
	conc_tiny_lock_release(&R->lock);
	store_relaxed(&p->events_left, 0);
	if (p->events) munmap(p->events, R->size * sizeof *p->events);
}

void conc_recorder_init(bool all)
{
	uint64_t rate = conc_os_environment("CONC_RECORDER", USUAL);

	if (CONC_SCHEDULES) return;
	R->size = all ? CONC_EVENTS_TRACED : CONC_EVENTS_KEPT;
	R->all = all;
	R->allowance = (uint32_t)(rate / TICKS_PER_SECOND);
	if (!load_relaxed(&R->allowance) && (rate || all)) R->allowance = 1;
	R->cycles = conc_os_cycles();
	R->time = conc_now();
	outside.foreign = outside.passive = true;
	conc_recorder_attach(&outside);
}

void conc_recorder_lock(void (*change)(struct conc_tiny_lock *lock))
{
	if (!CONC_SCHEDULES) change(&R->lock);
}

void conc_recorder_reset(struct conc_processor *survivor)
{
	if (CONC_SCHEDULES) return;
	R->all = false;
	outside_lock = (struct conc_tiny_lock){0};
	outside.next_recorded = survivor;
	if (survivor) survivor->next_recorded = NULL;
}
