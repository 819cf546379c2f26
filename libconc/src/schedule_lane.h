/* SPDX-License-Identifier: MIT */
/* A seeded run from inside: for the schedule_*.c files alone. */
#ifndef CONC_SRC_SCHEDULE_LANE_H
#define CONC_SRC_SCHEDULE_LANE_H

#include "schedule.h"

#define CONC_LANES_MAX 4200u /* simulated kernel threads: all workers, the watchdog */
#define CONC_STEP_TIME 10u   /* virtual nanoseconds that a plain access takes */

/* What CONC_SCHEDULE says. */
enum conc_schedule_mode { CONC_SCHEDULE_OFF, CONC_SCHEDULE_SEED, CONC_SCHEDULE_EXPLORE };
enum conc_schedule_policy { CONC_POLICY_MIXED, CONC_POLICY_WALK, CONC_POLICY_PCT };

struct conc_schedule_options {
	enum conc_schedule_mode mode;
	enum conc_schedule_policy policy;
	uint64_t seed;       /* SEED */
	uint64_t count;      /* EXPLORE: how many */
	uint64_t from;       /* and the first */
	uint64_t depth;      /* of PCT: 1 + priority changes; 0: of the seed */
	uint64_t length;     /* accesses of a run, as far as they are known; 0: they are not */
	uint64_t gap;        /* of the walk: mean accesses between two choices; 0: of the seed */
	uint64_t late;       /* nanoseconds that may pass at once in all, of the seed */
	uint64_t steps;      /* a run of more is taken for endless */
	uint64_t limit;      /* EXPLORE: nanoseconds of real time for a run */
	uint64_t jobs;       /* EXPLORE: runs at once; 0: one per CPU */
	int status;          /* EXPLORE: exit status that is right */
	bool strict;         /* stop at what cannot be reproduced */
	const char *output;  /* EXPLORE: file with the standard output that is right, or NULL */
	const char *trace;   /* SEED: file to write, "-" for standard error, or NULL */
	const char *replays; /* the same words but for seed and explore; "" or ",policy:pct…" */
};

extern struct conc_schedule_options conc_schedule_options;

/* Reads text; a malformed one ends the process with a message and status 2. */
void conc_schedule_options_read(const char *text);

/* Runs every schedule in a process of its own. Returns in such a process, with seed set;
 * in the first process it ends with the exit status. */
void conc_schedule_explore(int count, char **arguments);

/* A simulated kernel thread. READY ──chosen──► it runs (READY still) ──futex_wait──► WAITS
 * ──futex_wake, deadline, any spurious reason──► READY; ──its function returns──► ENDED. */
enum conc_lane_state { CONC_LANE_READY, CONC_LANE_WAITS, CONC_LANE_ENDED };

struct conc_lane {
	void *context; /* stack pointer while it does not run */
	enum conc_lane_state state;
	unsigned number;
	uint32_t *word;    /* WAITS: what for; NULL: for the deadline alone */
	uint64_t deadline; /* WAITS: virtual time; UINT64_MAX: none */
	bool woken;        /* the wait ended by a wake */
	bool polls;        /* WAITS: also for conc_schedule.epoll */
	int keep;          /* conc_schedule_keep */
	int saved_errno;
	int64_t priority; /* PCT: the highest runs */
	struct conc_processor *processor;
	void *(*run)(void *);
	void *argument;
	unsigned char *locals; /* the program's thread-local variables */
};

/* All of one run; the simulated kernel thread alone touches it, unless said otherwise. */
struct conc_schedule {
	bool on;
	bool foreign; /* atomic: there are or were other kernel threads; any of them sets it */
	bool ended;
	struct conc_lane *current;
	struct conc_lane *lanes[CONC_LANES_MAX];
	unsigned count;
	int epoll;               /* what a lane that polls waits for */
	uint64_t random;         /* state of the generator */
	uint64_t operations;     /* of libconc taken, without those in hand */
	uint64_t accesses;       /* of the program */
	uint64_t steps;          /* their sum */
	uint64_t ahead;          /* virtual time beyond that of the steps */
	uint64_t late;           /* what of options.late is left */
	uint64_t next_operation; /* at which the policy is asked again */
	uint64_t next_access;
	bool preempt;         /* or at the next step of either kind */
	bool forced;          /* the next yield is the schedule's */
	const void *place;    /* of the step that is being decided: in the program, or NULL */
	uint64_t fingerprint; /* of all decisions */
	uint64_t threads;     /* user threads that the runtime made, main among them */
	unsigned processors;
};

extern struct conc_schedule conc_schedule;

/* Relaxed: it only grows true, and what foreign threads do for lanes has words with an order of
 * their own (schedule_lane.c). */
static inline bool conc_schedule_has_foreign(void)
{
	return __atomic_load_n(&conc_schedule.foreign, __ATOMIC_RELAXED);
}

static inline void conc_schedule_set_foreign(bool foreign)
{
	__atomic_store_n(&conc_schedule.foreign, foreign, __ATOMIC_RELAXED);
}

/* EXPLORE: says to the first process which schedule this was. */
void conc_schedule_explored(const struct conc_schedule *run);

/* EXPLORE: the run met what is not of the seed. untested: code of the program's ran beside the
 * schedule. The words are literals. */
void conc_schedule_aside(const char *what, const char *why, bool untested);

/* What ended a lane's turn. */
enum conc_turn {
	CONC_TURN_OPERATION, /* of libconc: the policy wanted to be asked */
	CONC_TURN_ACCESS,    /* of the program: likewise */
	CONC_TURN_RELAX,     /* it waits for another in a loop */
	CONC_TURN_BLOCK,     /* it cannot go on */
};

/* schedule_policy.c: who runs next, of the lanes that are READY; NULL if none is. may_yield: the
 * running user thread can make way for another one on its processor; *yields: let it. Sets
 * next_operation and next_access. */
void conc_policy_start(uint64_t seed);
struct conc_lane *conc_policy_choose(enum conc_turn turn, bool may_yield, bool *yields);
void conc_policy_new(struct conc_lane *lane);
void conc_policy_ready(const struct conc_lane *lane);

/* The user thread on lane, or NULL. */
struct conc_thread *conc_lane_thread(const struct conc_lane *lane);

/* schedule_locals.c: each lane has thread-local variables of its own. */
void conc_locals_start(void);
unsigned char *conc_locals_new(void);
void conc_locals_swap(struct conc_lane *from, struct conc_lane *to);

/* schedule_foreign.c: what is not reproducible: a message once per `what`, or the end. */
void conc_schedule_foreign(const char *what, const char *why);

/* The same for a kernel thread that runs beside the schedule. */
void conc_schedule_beside(const char *what, const char *why);

/* schedule_number.c: the number of an object, from 1, in order of first use. */
uint32_t conc_schedule_number(const void *object);

/* schedule_trace.c */
void conc_trace_start(const char *file);
void conc_trace_finish(void);

/* test.c: runs every invariant of the program. */
void conc_test_check(void);
extern bool conc_test_checks; /* there is one */

/* There is an invariant now: each step is looked at. */
void conc_schedule_recheck(void);

/* The step being taken. */
uint64_t conc_schedule_steps(void);

/* At 0, on the seed's behalf. */
void conc_schedule_begin(uint64_t seed);

#endif
