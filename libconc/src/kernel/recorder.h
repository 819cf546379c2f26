/* SPDX-License-Identifier: MIT */
/* The flight recorder: what happened on each processor, in a ring of its last events.
 *
 * A processor may write as many events as it has in events_left. The watchdog adds an allowance at
 * each tick of 5 ms, up to a burst. So all of what happens in a program that does little is there,
 * and of a busy one short pieces without a gap; an event that is not written costs a comparison.
 *
 *     events_left   > 1 ──event: written──► one less
 *                   1   ──event──► a GAP is written, 0
 *                   0   ──event──► nothing
 *                   any ──the watchdog's tick──► more; the next event is preceded by a CLOCK
 *
 * Each processor remembers which thread its ring says it runs (processor->recorded). An event of
 * another one is preceded by a RUNS: who runs behind a GAP is known, and an inline task that has
 * events is there.
 *
 *     A runs ──event of B, which A runs inline──► WAITS of A, RUNS of B; the same for those between
 *     B runs ──B ends: conc_processor_run_inline──► WAKES of A by B, ENDS of B, RUNS of A
 *     any    ──RUNS or BEGINS of C──► C runs
 *     any    ──WAITS, ENDS, SLEEPS, GAP──► nobody
 *
 * Only the kernel thread of a processor writes its ring. Others read it, live or from a core file
 * (libconc/inspect/conc_events.py), and leave out what may have been overwritten meanwhile. Times
 * are cycles of the CPU's clock; each CLOCK gives the nanoseconds of one of them.
 *
 * With CONC_TRACE=FILE a kernel thread moves the events to the file (perfetto.c), and gives room
 * for more.
 */
#ifndef CONC_SRC_RECORDER_H
#define CONC_SRC_RECORDER_H

#include "processor.h"

#define CONC_EVENTS_KEPT ((size_t)1 << 16)   /* in a ring */
#define CONC_EVENTS_TRACED ((size_t)1 << 18) /* with CONC_TRACE */

/* The numbers are in core files: who changes one changes `version` in thread.c. */
enum conc_event_kind {
	CONC_RECORDER_CLOCK,       /* object is the time in ns, as of conc_now */
	CONC_RECORDER_GAP,         /* the processor leaves out events from here to its next CLOCK */
	CONC_RECORDER_BEGINS,      /* thread, of the name `what`, begins; where: its spawn */
	CONC_RECORDER_RUNS,        /* the same goes on */
	CONC_RECORDER_ENDS,        /* thread has ended */
	CONC_RECORDER_WAITS,       /* thread waits for `what` on object at where */
	CONC_RECORDER_WAKES,       /* thread, or a timer or descriptor, wakes the thread `object` */
	CONC_RECORDER_SLEEPS,      /* the processor sleeps: it has nothing to run */
	CONC_RECORDER_STEALS,      /* the processor took threads of the one with the index object */
	CONC_RECORDER_HANDLES,     /* thread begins a behaviour of the actor object, of the type
	                              where, for a message of the type what; or a call of the
	                              function what for the handler object, of the type where */
	CONC_RECORDER_HANDLED,     /* and has ended it */
	CONC_RECORDER_MARK,        /* thread called conc_mark(what) */
	CONC_RECORDER_MARK_BEGINS, /* conc_mark_begin */
	CONC_RECORDER_MARK_ENDS,   /* conc_mark_end */
	CONC_RECORDER_NAMES,       /* thread has the name `what` from now on */
};

/* 40 bytes. Of what and where, literals or names of threads, only the addresses are kept. */
struct conc_event {
	uint64_t time;    /* in cycles */
	uint64_t subject; /* (the thread's number + 1, or 0) << 8 | enum conc_event_kind */
	uint64_t object;
	const char *what, *where;
};

struct conc_recorder {
	uint32_t ticks;     /* atomic: of the watchdog */
	uint32_t allowance; /* atomic: events a tick; 0: nothing is recorded; conctop changes it */
	bool all;      /* as many as conc_recorder_copy moves on (CONC_TRACE); fixed at start */
	uint64_t size; /* events in a ring; fixed at start */
	uint64_t cycles,
	        time; /* of the start: with the latest CLOCK they give the length of a cycle */
	struct conc_tiny_lock lock;
	struct conc_processor *processors; /* under the lock: all, foreign ones too */
};

#define conc_event_kind(e) ((enum conc_event_kind)((e)->subject & 255))
#define conc_event_has_thread(e) ((e)->subject >> 8 != 0)
#define conc_event_thread(e) ((uint32_t)((e)->subject >> 8) - 1) /* its number */

extern struct conc_recorder conc_recorder __attribute__((visibility("hidden")));

/* Reads CONC_RECORDER; called once, at start. all: see struct conc_recorder. */
void conc_recorder_init(bool all);

/* p, a new processor, records from now on; p, the caller's, ends. */
void conc_recorder_attach(struct conc_processor *p);
void conc_recorder_detach(struct conc_processor *p);

/* Writes an event of t (NULL: of the processor) on p, the caller's. object may be any number. */
void conc_recorder_add(struct conc_processor *p, enum conc_event_kind event,
                       const struct conc_thread *t, uint64_t object, const char *what,
                       const char *where) __attribute__((noinline, cold));

/* The same for a kernel thread without a processor. */
void conc_recorder_add_outside(enum conc_event_kind event, uint64_t object);

#if CONC_SCHEDULES
#define conc_record(p, event, t, object, what, where) ((void)(object))
#else
#define conc_record(p, event, t, object, what, where)                                            \
	(CONC_UNLIKELY(load_relaxed(&(p)->events_left) != 0)                                     \
	         ? conc_recorder_add(p, CONC_RECORDER_##event, t, (uint64_t)(uintptr_t)(object), \
	                             what, where)                                                \
	         : (void)0)
#endif

/* t, which self has run on its own stack, has ended, and there are events of it
 * (p->recorded.thread). */
void conc_recorder_end_inline(struct conc_processor *p, const struct conc_thread *t,
                              const struct conc_thread *self);

/* The watchdog calls it at each tick. */
void conc_recorder_tick(void);

/* Prints the last events of all processors, unless CONC_EVENTS=0. Any context. */
void conc_recorder_print(void);

/* What an event says: "waits for", and the like. */
const char *conc_recorder_verb(enum conc_event_kind event);

/* Copies what the rings hold, or what came since the last call with NEW. The events are in the
 * order of their times, which are nanoseconds now, as in conc_now. memory is null if there is none.
 * DYING: the program ends, perhaps while a thread holds the lock: then memory may be null, too. */
enum conc_recorder_how { CONC_RECORDER_NEW = 1, CONC_RECORDER_DYING = 2 };
struct conc_recorded {
	struct conc_event event;
	uint32_t processor; /* its index; of a foreign kernel thread its number in the kernel */
	bool foreign;
};
struct conc_recording {
	struct conc_recorded *events;
	size_t count, bytes;
	void *memory;
};
/* Returns the name of its processor, perhaps in name. */
const char *conc_recorder_processor(const struct conc_recorded *recorded, char *name, size_t size);

void conc_recorder_copy(struct conc_recording *to, unsigned how);
void conc_recorder_free(struct conc_recording *recording);

/* Calls visit for the memory of each ring. */
void conc_recorder_each_ring(void (*visit)(const void *from, const void *to));

/* For fork. */
void conc_recorder_lock(void (*change)(struct conc_tiny_lock *lock));
void conc_recorder_reset(struct conc_processor *survivor);

#endif
