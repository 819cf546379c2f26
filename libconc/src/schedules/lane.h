/* SPDX-License-Identifier: MIT */
/* A seeded run from inside: for the files in schedules/ and for program/test.c. */
#ifndef CONC_SRC_SCHEDULE_LANE_H
#define CONC_SRC_SCHEDULE_LANE_H

#include <time.h>

#include "port/schedule.h"

#define CONC_LANES_MAX 4200u /* simulated kernel threads: all workers, the watchdog */
#define CONC_STATUS_RACED 66 /* exit status of a run with a data race */
#define CONC_STEP_TIME 10u   /* virtual nanoseconds that a step takes */

/* FNV-1a, of 64 bits */
#define FNV_BASIS UINT64_C(14695981039346656037)
#define FNV_PRIME UINT64_C(1099511628211)

/* What CONC_SCHEDULE says. */
enum conc_schedule_mode { CONC_SCHEDULE_OFF, CONC_SCHEDULE_SEED, CONC_SCHEDULE_EXPLORE };
enum conc_schedule_policy {
	CONC_POLICY_MIXED,
	CONC_POLICY_WALK,
	CONC_POLICY_PCT,
	CONC_POLICY_POS,
	CONC_POLICY_SURW,
	CONC_POLICY_DIRECTED
};

struct conc_schedule_options {
	enum conc_schedule_mode mode;
	enum conc_schedule_policy policy;
	uint64_t seed;        /* SEED */
	uint64_t count;       /* EXPLORE: number of seeds */
	uint64_t from;        /* EXPLORE: first seed */
	uint64_t depth;       /* PCT: 1 + priority changes; 0: drawn from the seed */
	uint64_t length;      /* accesses of a run; 0: unknown */
	uint64_t first;       /* SEED: the first seed of the exploration, which is to run before;
	                         UINT64_MAX: none */
	uint64_t gap;         /* walk: mean accesses between two choices; 0: drawn from the seed */
	uint64_t late;        /* a run draws up to this many nanoseconds for be_late */
	uint64_t steps;       /* a run with more counts as endless */
	uint64_t limit;       /* EXPLORE: nanoseconds of real time for a run */
	uint64_t jobs;        /* EXPLORE: runs at once; 0: one per CPU */
	int status;           /* EXPLORE: the right exit status */
	bool races;           /* look for data races */
	bool strict;          /* stop at what cannot be reproduced */
	bool no_leaks;        /* do not look for leaked threads at the end of main */
	bool verify;          /* EXPLORE: all schedules, and not seeds */
	uint64_t preemptions; /* verifying: at most so many; UINT64_MAX: any number */
	bool verified;       /* this is a run that `verify` makes, or one that repeats such a run */
	bool operations;     /* the beginnings of libconc's operations are steps of the program */
	bool apart;          /* EXPLORE: each seed in a process of its own */
	const char *keep;    /* EXPLORE: folder for a test that repeats the failure, or NULL */
	const char *report;  /* EXPLORE: file to write, or NULL */
	const char *racy;    /* variables and functions whose races are meant, between +; or NULL */
	const char *output;  /* EXPLORE: file with the right standard output, or NULL */
	const char *trace;   /* SEED: file to write, "-" for standard error, or NULL */
	const char *replays; /* the words that a replay needs, too: "" or ",policy:pct…" */
};

extern struct conc_schedule_options conc_schedule_options;

/* Runs every seed in child processes. Returns in these, with seed set; in the first process it ends
 * with the exit status. */
void conc_schedule_explore(int count, char **arguments);

/* Runs the first seed in a child process, for its profile. Returns there, too, with seed set. */
void conc_schedule_first(void);

/* A simulated kernel thread. READY ──chosen──► it runs (READY still) ──conc_lane_wait──► WAITS
 * ──conc_lane_wake, deadline, signal, any spurious reason──► READY. Lanes of libconc do not end,
 * those of the program's kernel threads do. */
enum conc_lane_state { CONC_LANE_READY, CONC_LANE_WAITS, CONC_LANE_ENDED };

/* Why a wait ended. */
enum conc_lane_reason { CONC_LANE_LATE, CONC_LANE_WOKEN, CONC_LANE_INTERRUPTED };

struct conc_lane {
	void *context; /* stack pointer while it does not run */
	enum conc_lane_state state;
	unsigned number;
	const void *word;             /* WAITS: the futex or lock; NULL: the deadline alone */
	uint32_t bits;                /* WAITS: for a wake with one of these */
	uint64_t deadline;            /* WAITS: virtual time; UINT64_MAX: none */
	enum conc_lane_reason reason; /* why its last wait ended */
	bool interrupted;             /* its next wait ends at once */
	uint64_t handled;             /* signals whose handlers have run since its latest call */
	bool cancelled;               /* likewise: pthread_cancel */
	bool polls;                   /* WAITS: also for conc_schedule.epoll */
	int no_switch;                /* count of conc_schedule_forbid_switch */
	int saved_errno;
	int signal_depth;            /* conc_signal_depth */
	uint64_t blocked_in_handler; /* signals that the kernel blocked when it was left */
	bool unwatched;              /* in a signal handler: its accesses are not looked at */
	int64_t priority;            /* PCT, POS: the highest runs */
	uintptr_t pending;           /* POS, verifying: what its next step touches */
	uintptr_t retries;           /* verifying: what it touches when it goes on after a wait */
	const void *locks;           /* verifying: the pthread_mutex that it is about to lock */
	int thread_id;               /* then: its own */
	bool pauses;                 /* SURW: its next step is not its turn */
	bool described;              /* a kernel thread of the program: it has a descriptor */
	uint32_t order;              /* likewise: of all threads of the program, from 0 */
	struct conc_processor *processor;
	void *(*run)(void *);
	void *argument;
	unsigned char *locals; /* the program's thread-local variables, in those of the first lane;
	                          or NULL */
	struct conc_kernel_thread *kernel; /* kernel_call.c: the program's own, or NULL */
	struct conc_strand *strand;        /* of such a thread; or NULL */
	const void *function;              /* likewise: what it runs */
	const void *started_at;            /* likewise: where it was started, in the program */
	const void *place;                 /* where it waits, in the program */
};

/* The state of a run, for the simulated kernel thread alone unless a member says otherwise. */
struct conc_schedule {
	bool on;
	bool races;    /* this run looks for data races */
	unsigned live; /* lanes that have not ended */
	bool ended;
	struct conc_lane *current;
	struct conc_lane *lanes[CONC_LANES_MAX];
	unsigned count;
	int epoll;               /* descriptor that a polling lane waits for */
	uint64_t random;         /* state of the generator */
	uint64_t operations;     /* steps of libconc up to the last count_steps */
	uint64_t accesses;       /* steps of the program, likewise */
	uint64_t steps;          /* their sum */
	uint64_t ahead;          /* virtual time beyond that of the steps */
	uint64_t late;           /* what is left for be_late */
	uint64_t next_operation; /* after which the policy is asked again */
	uint64_t next_access;
	bool no_chance;       /* every number that is drawn is the highest */
	bool preempt;         /* ask the policy at the next step of either kind */
	bool forced;          /* the next yield is the schedule's */
	const void *place;    /* of the step being decided: in the program, or NULL */
	uintptr_t word;       /* what that step touches: conc_schedule_step_at */
	uint64_t fingerprint; /* of all decisions */
	uint64_t threads;     /* user threads that the runtime made, main among them */
	uint32_t created;     /* threads of the program of both kinds */
	unsigned processors;
};

extern struct conc_schedule conc_schedule;

/* EXPLORE: reports the run, or a data race in it, to the first process. */
void conc_schedule_raced(void);
/* The same: the run starts addr2line, which is no process of the program's. */
void conc_schedule_asks(void);
void conc_schedule_explored(const struct conc_schedule *run);
/* Is the run one of an exploration's? */
bool conc_schedule_is_explored(void);

/* EXPLORE: reports something that did not come from the seed. untested: code of the program ran
 * beside the schedule. The strings are literals. */
void conc_schedule_aside(const char *what, const char *why, bool untested);

/* Lets the running lane wait for a wake of the word (NULL: none) with one of these bits, a signal
 * or the deadline. Takes no step before. Returns 0, -EINTR or -ETIMEDOUT. */
int conc_lane_wait(const void *word, uint32_t bits, uint64_t deadline);

/* Wakes up to count lanes that wait for the word, drawn from the seed. Returns how many. */
unsigned conc_lane_wake(const void *word, uint32_t bits, unsigned count);

/* Ends the wait of a lane by a signal; if it does not wait, its next one. */
void conc_lane_interrupt(struct conc_lane *lane);

/* Returns a lane that begins with run(argument) on the stack below top, with thread-local variables
 * of its own; NULL if there are too many. */
struct conc_lane *conc_lane_start(void *(*run)(void *), void *argument, uintptr_t top);
_Noreturn void conc_lane_end(void);

/* What ended a lane's turn. */
enum conc_turn {
	CONC_TURN_OPERATION, /* operation of libconc at which the policy is asked */
	CONC_TURN_ACCESS,    /* access of the program, likewise */
	CONC_TURN_RELAX,     /* the lane waits in a loop */
	CONC_TURN_BLOCK,     /* the lane cannot go on */
};

/* schedules/policy.c: chooses the next lane among the READY ones; NULL if there is none. may_yield:
 * the running user thread can yield to another one on its processor; *yields: it must. Sets
 * next_operation and next_access. */
void conc_policy_start(uint64_t seed);
struct conc_lane *conc_policy_choose(enum conc_turn turn, bool may_yield, bool *yields);
void conc_policy_new(struct conc_lane *lane, bool of_program);
uint32_t conc_lane_order(const struct conc_lane *lane);
void conc_policy_ready(void);

static inline uint64_t conc_schedule_nanoseconds(const struct timespec *span)
{
	return (uint64_t)span->tv_sec * 1000000000 + (uint64_t)span->tv_nsec;
}

/* Does a thread of the program run on the lane now? */
bool conc_lane_of_program(const struct conc_lane *lane);

/* Returns the user thread on lane, or NULL. */
struct conc_thread *conc_lane_thread(const struct conc_lane *lane);

/* schedules/clock.c: returns size bytes of zeros, which are never given back to the kernel. Stops
 * the program if there is no memory. A seeded run takes its own memory from here: malloc may be the
 * program's, whose accesses are steps. */
void *conc_schedule_room(size_t size);

/* schedules/locals.c: each lane has thread-local variables of its own. */
void conc_locals_start(struct conc_lane *first);
unsigned char *conc_locals_new(void);
void conc_locals_enter(struct conc_lane *to);

/* schedules/foreign.c: warns, once per `what`, that the run is not reproducible, or stops. */
void conc_schedule_foreign(const char *what, const char *why);

/* schedules/foreign.c: the lock has been released, lanes that wait for it look again. */
void conc_schedule_released(const volatile void *lock);

/* schedules/number.c: returns the number of an object, from 1, in order of first use; 0 for NULL.
 */
uint32_t conc_schedule_number(const void *object);

/* schedules/trace.c */
void conc_trace_start(const char *file);
void conc_trace_finish(void);

/* program/test.c: runs every invariant of the program. */
void conc_test_check(void);
extern bool conc_test_checks; /* there is an invariant */

/* Called when an invariant is added: from now on it is checked at each step. */
void conc_schedule_recheck(void);

/* Returns the number of the step being taken. */
uint64_t conc_schedule_steps(void);

/* Ends a seeded run, where the program would. */
void conc_schedule_end(void);

/* Begins a seeded run. */
void conc_schedule_begin(uint64_t seed);

#endif
