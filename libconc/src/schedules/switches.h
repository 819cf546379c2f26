/* SPDX-License-Identifier: MIT */
/* A schedule as a list of the switches in it. */
#ifndef CONC_SRC_SWITCHES_H
#define CONC_SRC_SWITCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Thread `from` is left for thread `to`, both by their order of creation: before its step of that
 * number, or when it waits after that step. */
struct conc_switch {
	uint32_t from, step, to;
	bool waits;
	bool inside; /* in the middle of an operation of the step before */
};

#define CONC_SWITCHES 4096u
#define CONC_STEPS 65536u
#define CONC_STORY_THREADS 64u

/* What a run did, in memory that the processes of an exploration share. */
struct conc_story {
	uint32_t count; /* of switches; more than CONC_SWITCHES: too many */
	struct conc_switch switches[CONC_SWITCHES];
	uint32_t steps; /* more than CONC_STEPS: too many */
	struct conc_story_step {
		const void *place;
		uintptr_t word;   /* conc_schedule_step_at */
		const char *what; /* it does to that; NULL: as the touch says */
		uint64_t value;   /* that it reads or writes; none if not known */
		bool known;
		uint32_t thread, number;
	} step[CONC_STEPS];
	struct {
		char name[64];
		const void *function; /* a kernel thread's; or NULL */
		uint32_t started;     /* the step by which it could run */
		uint32_t number;
	} threads[CONC_STORY_THREADS];
};

/* The story that this run writes, or NULL. */
extern struct conc_story *conc_story;

/* That thread can run from now on. */
void conc_story_started(uint32_t thread);

/* What the next step does, such as "signals". */
void conc_story_says(const char *what);

/* Notes a step of the running thread. */
void conc_story_note(const void *place, uintptr_t word);

/* The running thread is left in the middle of an operation. */
void conc_story_left_inside(void);

/* The running thread is left before the step that was noted last, and goes on with it. Returns what
 * that does. */
const char *conc_story_left(void);
void conc_story_goes_on(const void *place, uintptr_t word);

/* The list that the policy follows. */
extern const struct conc_switch *conc_switches;
extern uint32_t conc_switch_count;

/* It does so for that many steps. Then threads are drawn, in another way for each number. */
extern uint32_t conc_switches_until, conc_switches_way;

/* Will the running thread be left where it now waits? */
bool conc_switches_waits(void);

/* Writes the list as text, as CONC_SCHEDULE has it: "none" or 0.12-1+1/3-0. Returns false if it
 * does not fit. */
bool conc_switches_write(const struct conc_switch *list, uint32_t count, char *text, size_t size);

/* Reads such a text, of that length, for the policy. Returns false if it is malformed. */
bool conc_switches_read(const char *text, size_t length);

#endif
