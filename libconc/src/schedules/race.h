/* SPDX-License-Identifier: MIT */
/* The data race detector of seeded runs: for the files in schedules/. race.c has the idea. */
#ifndef CONC_SRC_SCHEDULE_RACE_H
#define CONC_SRC_SCHEDULE_RACE_H

#include "kernel/edge.h"
#include "kernel/processor.h"
#include "lane.h"

#if CONC_SCHEDULES

/* ---- schedules/clock.c: clocks, strands ---- */

enum { CONC_TIMES = 16 };

struct conc_times {
	_Alignas(16) uint32_t at[CONC_TIMES];
	uint32_t users; /* clocks that it is a part of; a part of several is not changed */
};

/* A vector clock: for each slot, the latest time there that comes before. */
struct conc_clock {
	struct conc_times **parts; /* NULL: only zeros */
	uint32_t size;             /* times behind these parts are 0 */
	uint32_t room;
};

static inline uint32_t conc_clock_at(const struct conc_clock *clock, uint32_t slot)
{
	const struct conc_times *part =
	        slot / CONC_TIMES < clock->size ? clock->parts[slot / CONC_TIMES] : NULL;

	return part ? part->at[slot % CONC_TIMES] : 0;
}

void conc_clock_set(struct conc_clock *clock, uint32_t slot, uint32_t time);
void conc_clock_copy(struct conc_clock *to, const struct conc_clock *from);
void conc_clock_join(struct conc_clock *to, const struct conc_clock *from);
void conc_clock_free(struct conc_clock *clock);

enum { CONC_HELD = 16 /* more locks are not named */ };
#define CONC_LOCKS_UNKNOWN UINT32_MAX

/* A strand: what the program order orders, a user thread or a behaviour. */
struct conc_strand {
	uint64_t epoch; /* its slot and its time there, as in a record */
	struct conc_clock past;
	uint32_t slot;
	uint32_t held_count;
	uint32_t locks;            /* the number of the set that it holds; UNKNOWN: not asked yet */
	uintptr_t held[CONC_HELD]; /* the locks that it holds, the latest last */
	const void *place;         /* of its last access in the program */
	uintptr_t left;            /* stale.c: the lock that it released last; 0: it has learned
	                              from others since */
	uint32_t left_time;        /* the time before that */
	struct conc_clock loaded;  /* what its relaxed loads would take: an acquire fence does */
	struct conc_clock released; /* at its last release fence: relaxed stores give it */
	struct conc_strand *next;   /* free */
};

/* Who it was: a slot has one strand after another. */
struct conc_tenure {
	struct conc_tenure *before;
	uint32_t first;         /* its first time */
	uint32_t number;        /* of the thread */
	const char *name;       /* literals or NULL */
	const char *started_at; /* "file:line" or NULL */
	const void *place;      /* the same in the program's code, or NULL */
	const void *function;   /* its name is that of the function, or NULL */
	const char *kind;       /* "actor", or NULL: a thread */
	bool is_main;
};

/* Returns a strand with that past (NULL: none). hint: a slot that may be free. */
struct conc_strand *conc_strand_new(const struct conc_clock *past, uint32_t hint);
void conc_strand_end(struct conc_strand *strand);
void conc_strand_call(const struct conc_strand *strand, const struct conc_tenure *who);
const struct conc_tenure *conc_strand_tenure(uint32_t slot, uint32_t time);

/* Returns a number above the bits of an epoch. It changes when a clock that knows a time of the
 * slot no longer knows all that was there before. */
uint64_t conc_strand_gaps(uint32_t slot);

/* All that was is before what the strand does from now on. */
void conc_strand_know_all(struct conc_strand *strand);

/* The strand's next access is later than what it has given so far. */
void conc_strand_tick(struct conc_strand *strand);

/* ---- schedules/race.c: what each word of memory has seen ---- */

enum conc_access {
	CONC_ACCESS_READ = 0,
	CONC_ACCESS_WRITE = 1,
	CONC_ACCESS_ATOMIC = 2,
	CONC_ACCESS_FREE = 4,     /* with WRITE */
	CONC_ACCESS_READ_TOO = 8, /* with WRITE: it has read before */
};

enum { CONC_RECORD_BITS = 26, CONC_PLACE_BITS = 18, CONC_LOCKS_BITS = 20 };

/* The latest accesses of a strand to a word of 8 bytes, or NULL. */
struct conc_race_record {
	union {
		uint64_t key;
		struct {
			uint32_t time; /* 0: no record */
			uint16_t slot;
			uint8_t bytes; /* a bit for each */
			uint8_t access;
		};
	};
	union {
		uint64_t rest;
		struct {
			uint64_t more : CONC_RECORD_BITS; /* the word's next record, or 0 */
			uint64_t place : CONC_PLACE_BITS; /* numbers: race_report.c */
			uint64_t locks : CONC_LOCKS_BITS;
		};
	};
};
_Static_assert(CONC_RECORD_BITS + CONC_PLACE_BITS + CONC_LOCKS_BITS == 64, "a record is two words");

enum { CONC_WORDS = 64 }; /* of a line */

/* A line of memory. It is there once the program has used it. */
struct conc_race_line {
	struct conc_race_sync *syncs;
	uint64_t synced; /* a bit for each word in which a sync may be */
	bool shared;     /* a word has had more than one record */
	struct conc_race_record words[CONC_WORDS];
};

/* A place that gives pasts on: a lock, a cell, an atomic variable. */
struct conc_race_sync {
	struct conc_race_sync *next; /* of the line */
	uintptr_t address;
	struct conc_clock clock;
	uint64_t pure; /* the clock is that of this epoch's strand then, with its slot's gaps; 0:
	                  of several */
};

/* Lines found last, by the number of the line. */
enum { CONC_LINE_SHIFT = 9, CONC_RACE_CACHED = 512 };
extern struct conc_race_cached {
	uintptr_t number;
	struct conc_race_line *line;
} conc_race_cache[CONC_RACE_CACHED];

static inline struct conc_race_cached *conc_race_cached(uintptr_t address)
{
	return &conc_race_cache[(address >> CONC_LINE_SHIFT) % CONC_RACE_CACHED];
}

/* Returns the line of the address; if there is none, makes one, or returns NULL. */
struct conc_race_line *conc_race_line_slow(uintptr_t address, bool make);

static inline struct conc_race_line *conc_race_line_new(uintptr_t address)
{
	const struct conc_race_cached *cached = conc_race_cached(address);

	return CONC_LIKELY(cached->number == address >> CONC_LINE_SHIFT)
	               ? cached->line
	               : conc_race_line_slow(address, true);
}

static inline struct conc_race_line *conc_race_line_find(uintptr_t address)
{
	const struct conc_race_cached *cached = conc_race_cached(address);

	return CONC_LIKELY(cached->number == address >> CONC_LINE_SHIFT)
	               ? cached->line
	               : conc_race_line_slow(address, false);
}

/* Forgets all that happened to that memory. */
void conc_race_forget(uintptr_t address, size_t size);

extern void *conc_race_thread; /* the thread pointer of the simulated kernel thread */
extern struct conc_strand *conc_race_initial;    /* of main, and before it */
extern struct conc_strand *conc_race_unattached; /* of the lane, while it has no processor */

static inline void *conc_race_thread_pointer(void)
{
	void *pointer;

#if defined(__x86_64__)
	__asm__("movq %%fs:0, %0" : "=r"(pointer));
#else
	__asm__("mrs %0, tpidr_el0" : "=r"(pointer));
#endif
	return pointer;
}

/* Does the one kernel thread call whose steps the seed orders? */
static inline bool conc_race_simulated(void)
{
	return conc_race_thread_pointer() == conc_race_thread;
}

/* Returns the strand that runs, or NULL: the scheduler, or a foreign kernel thread. */
struct conc_strand *conc_race_strand_slow(struct conc_processor *p);
static inline struct conc_strand *conc_race_strand(void)
{
	struct conc_processor *p;

	if (CONC_UNLIKELY(!conc_race_simulated())) return NULL;
	p = conc_processor_tls;
	if (CONC_UNLIKELY(!p)) return conc_race_unattached;
	if (CONC_UNLIKELY(p->dead_fiber != NULL)) return p->dead_fiber;
	if (CONC_LIKELY(p->current && p->current->fiber)) return p->current->fiber;
	return conc_race_strand_slow(p);
}

/* Notes an access of the running strand. word: within 8 bytes. */
void conc_race_word(struct conc_strand *strand, uintptr_t address, size_t size, unsigned access,
                    const void *place);
void conc_race_range(uintptr_t address, size_t size, unsigned access, const void *place);

static inline __attribute__((always_inline)) void
conc_race_access(uintptr_t address, size_t size, unsigned access, const void *place)
{
	struct conc_strand *strand = conc_race_strand();
	uint64_t key, seen;

	if (CONC_UNLIKELY(!strand) || size == 0) return; /* of nothing, the address may be null */
	strand->place = place;
	if (CONC_LIKELY(address % 8 + size <= 8)) {
		key = strand->epoch | (uint64_t)((((1u << size) - 1) << address % 8) & 255) << 48 |
		      (uint64_t)access << 56;
		seen = conc_race_line_new(address)->words[address / 8 % CONC_WORDS].key;
		/* a write finds all that a read does */
		if (CONC_UNLIKELY(seen != key && seen != (key | (uint64_t)CONC_ACCESS_WRITE << 56)))
			conc_race_word(strand, address, size, access, place);
		return;
	}
	conc_race_range(address, size, access, place);
}

/* Is address in the thread-local storage of the one kernel thread? */
bool conc_race_is_local(uintptr_t address);

/* Notes that the running strand frees that memory, where it has been used. */
void conc_race_free(uintptr_t address, size_t size, const void *place);

void conc_race_start(void);
/* schedules/foreign.c tries to take a lock. */
extern bool conc_race_tries;

/* Returns whether there was a report. */
bool conc_race_found(void);

/* The lane begins a kernel thread of the program's, whose stack and variables are between low and
 * high. end: what gives its past to who joins it. */
void conc_race_kernel_thread(struct conc_lane *lane, uintptr_t low, uintptr_t high, uintptr_t end);
void conc_race_kernel_thread_ends(struct conc_lane *lane, uintptr_t end);

/* ---- schedules/race_sync.c ---- */

/* The edges of an atomic operation on object with that memory order. */
void conc_race_load(const volatile void *object, int order);
void conc_race_store(const volatile void *object, int order);
void conc_race_update(const volatile void *object, int order);
void conc_race_fence(int order);
void conc_race_sync_free(struct conc_race_sync *sync);
/* Returns a new strand whose past is what the object was given. */
struct conc_strand *conc_race_strand_after(const volatile void *object);
void conc_race_forget_sync(const volatile void *object);

/* An atomic operation of the program: the access and its edges. The first three take the step. */
static inline void conc_race_loads(const volatile void *at, size_t size, int order,
                                   const void *place)
{
	conc_schedule_access(place, conc_schedule_step_of(at, CONC_TOUCH_SYNC, size));
	if (!conc_edge_on) return;
	conc_race_access((uintptr_t)at, size, CONC_ACCESS_ATOMIC, place);
	conc_race_load(at, order);
}

static inline void conc_race_stores(const volatile void *at, size_t size, int order,
                                    const void *place)
{
	conc_schedule_access(place, conc_schedule_step_of(at, CONC_TOUCH_CHANGES, size));
	if (!conc_edge_on) return;
	conc_race_access((uintptr_t)at, size, CONC_ACCESS_ATOMIC | CONC_ACCESS_WRITE, place);
	conc_race_store(at, order);
}

static inline bool conc_race_swapped(const volatile void *at, size_t size, int order,
                                     const void *place)
{
	if (conc_edge_on) {
		conc_race_access((uintptr_t)at, size, CONC_ACCESS_ATOMIC | CONC_ACCESS_WRITE,
		                 place);
		conc_race_update(at, order);
	}
	return true;
}

static inline bool conc_race_not_swapped(const volatile void *at, size_t size, int order,
                                         const void *place)
{
	if (conc_edge_on) {
		conc_race_access((uintptr_t)at, size, CONC_ACCESS_ATOMIC, place);
		conc_race_load(at, order);
	}
	return false;
}

static inline void conc_race_updates(const volatile void *at, size_t size, int order,
                                     const void *place)
{
	conc_schedule_access(place, conc_schedule_step_of(at, CONC_TOUCH_CHANGES, size));
	conc_race_swapped(at, size, order, place);
}

/* Is the place in the program? What other code does with its own memory is not known. */
static inline bool conc_race_counts(const void *place)
{
	extern const char __executable_start[], etext[];

	return (uintptr_t)place - (uintptr_t)__executable_start <
	       (uintptr_t)etext - (uintptr_t)__executable_start;
}

/* Accesses that a library makes for the program at place. */
static inline void conc_race_reads(const volatile void *at, size_t size, const void *place)
{
	if (conc_edge_on && conc_race_counts(place))
		conc_race_access((uintptr_t)at, size, CONC_ACCESS_READ, place);
}

static inline void conc_race_writes(const volatile void *at, size_t size, const void *place)
{
	if (conc_edge_on && conc_race_counts(place))
		conc_race_access((uintptr_t)at, size, CONC_ACCESS_WRITE, place);
}

static inline void conc_race_copies(const volatile void *to, const volatile void *from, size_t size,
                                    const void *place)
{
	conc_race_reads(from, size, place);
	conc_race_writes(to, size, place);
}

/* ---- schedules/stale.c: updates that are lost ---- */

/* A strand has read these bytes of a word while it held a lock. The record of that is gone. */
struct conc_stale {
	uintptr_t word;      /* 0: none */
	uint64_t value;      /* that was read, the other bytes 0 */
	uint32_t slot, time; /* of the read */
	uint32_t locks;
	uint8_t bytes;
};

enum { CONC_STALE = 1024 };
extern struct conc_stale conc_stale_reads[CONC_STALE];

static inline struct conc_stale *conc_stale_read(uintptr_t address, uint32_t slot)
{
	return &conc_stale_reads[(address / 8 ^ slot * 61) % CONC_STALE];
}

/* An access of another strand is about to drop that read of these bytes. */
void conc_stale_note(uintptr_t address, uint8_t bytes, const struct conc_race_record *read);
/* The strand that read writes now. other: the only record of these bytes. */
void conc_stale_write(const struct conc_stale *read, struct conc_strand *strand, uintptr_t address,
                      uint8_t bytes, const void *place, const struct conc_race_record *other);
/* The strand is about to release the lock. */
extern const struct conc_strand *conc_stale_writer; /* its write waits to be judged; or NULL */
void conc_stale_judge(uintptr_t lock);

/* ---- schedules/race_report.c ---- */

/* Returns the number of the set of locks that the strand holds. */
uint32_t conc_race_locks_slow(struct conc_strand *strand);
static inline uint32_t conc_race_locks(struct conc_strand *strand)
{
	return strand->locks == CONC_LOCKS_UNKNOWN ? conc_race_locks_slow(strand) : strand->locks;
}

/* Returns the number of a place in the code, from 1; 0 if there are too many. */
uint32_t conc_race_place(const void *place);

/* Is the lock in the set? */
bool conc_race_locks_have(uint32_t set, uintptr_t lock);

/* The strand has taken the lock, or leaves it. */
void conc_race_takes(struct conc_strand *strand, const volatile void *lock);
void conc_race_leaves(struct conc_strand *strand, const volatile void *lock);

/* What conc_test_racy was told of that memory no longer holds. */
void conc_race_not_meant(uintptr_t start, size_t size);

/* Reports that the strand's access races with the record, once for each two lines. */
void conc_race_report(uintptr_t address, size_t size, unsigned access, const void *place,
                      struct conc_strand *strand, const struct conc_race_record *other);

/* Reports a lost update as a hint, once for each two lines. other: the write that was lost. */
void conc_race_hint(uintptr_t address, const void *place, uint32_t locks,
                    const struct conc_strand *strand, const struct conc_race_record *other);

/* ---- schedules/race_heap.c ---- */

struct conc_race_block {
	uintptr_t start; /* 0: none */
	size_t size;
	const void *place; /* where malloc was called */
	const char *where; /* "file:line" of new, or NULL */
	uintptr_t object;  /* its first byte that is the program's */
	bool freed;
};

/* Returns the block of the heap that address is in, freed or not, or NULL. */
const struct conc_race_block *conc_race_block_of(uintptr_t address);

void conc_race_allocated(const void *start, size_t size, const void *place);
void conc_race_freed(const void *start);

/* Forgets the signals of conditions in memory that is freed: signals.c. */
void conc_signals_freed(const void *start, size_t size);

/* schedules/calls.c, which static programs do not have: takes the calls of libc that it needs. */
void conc_race_calls(void) __attribute__((weak));

#endif
#endif
