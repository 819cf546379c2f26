/* SPDX-License-Identifier: MIT */
/* -Wconc-shared: data that its parts share. Each function has a summary: the objects that it and
 * what it calls and starts use, with the locks held and the synchronisation before and after. */
#ifndef CONCC_SHARED_H
#define CONCC_SHARED_H

#include "guard.h"
#include "held.h"
#include "live.h"

enum { NO_PLACE = -1, UNKNOWN_PLACE = -2, ANY_LOCK = 0, PARAMETERS = 16 };

/* What synchronisation does for the order of threads. */
enum {
	SYNC_TAKES = 1,   /* waits for what another thread has done: a receive, a future, a join */
	SYNC_SEES = 2,    /* may see what it has done: an atomic variable, a try */
	SYNC_GIVES = 4,   /* others may wait for, or see, what was done before */
	SYNC_FEEDS = 8,   /* a send: it waits for room */
	SYNC_DRAINS = 16, /* a receive: it makes room */
	SYNC_ENDS = 32,   /* waits for the end of threads that are not known */
	SYNC_FINISHES = 64, /* waits for the end of a thread that the function has started */
	SYNC_STOPS = 128,   /* waits for the actors */
	SYNC_WAITS = 256,   /* goes on only when it has seen something */
	SYNC_ALL = SYNC_TAKES | SYNC_SEES | SYNC_GIVES | SYNC_FEEDS | SYNC_DRAINS | SYNC_ENDS |
	           SYNC_WAITS
};

/* A lock, as a use sees it. */
enum { LOCK_WRITING = 1, LOCK_READING = 2, LOCK_BEFORE = 4, LOCK_AFTER = 8 };
struct lock_mark {
	int place;
	unsigned how;
};

struct lock_marks {
	struct lock_mark *list;
	size_t count, room;
};

/* Of the analysis text. */
struct range {
	size_t start, end;
};

struct sync {
	size_t start, end;
	unsigned effects;
	int lock;               /* it takes and gives back; NO_PLACE: none */
	int callee;             /* a call of a function of the unit; -1: none */
	char *outside;          /* the name of a function of another unit that is called; or null */
	bool started;           /* that function is started, not called */
	TSNode node;            /* that call */
	struct lock_marks held; /* during that call */
};

/* A use of an object, as a function sees it. */
struct shared_use {
	struct range node;
	TSNode tree,
	        at; /* at: the first name of tree, an event of the flow graph. In a program: null */
	const char *said; /* in a program: the object, in the author's words */
	int place;        /* the object, or the array that has it */
	bool in_array;    /* an element of it, nobody knows which one */
	bool writes, atomic;
	bool ends;          /* delete: all of it */
	bool conditional;   /* whether it happens depends on what was read from memory */
	bool role;          /* whether it happens depends on a parameter */
	bool left;          /* by something that may still run when the function has returned */
	int actor;          /* whose behaviour does it; NO_PLACE: none */
	bool one_of_actors; /* an element of that array */
	struct range start; /* of the thread that does it, inside the function; or empty */
	unsigned effects;   /* TAKES, SEES, FEEDS, ENDS: before; GIVES, DRAINS: after */
	struct lock_marks locks;
};

/* A condition, and the code that it decides about. */
struct shared_condition {
	TSNode condition;
	size_t at, start, end; /* at: where the condition begins */
	bool loop, impure, role;
	bool parameter; /* it depends on one: impure, if the function is called */
};

/* A value that a local variable gets. */
struct shared_value {
	size_t variable; /* the offset of its declaration */
	TSNode value;    /* null node: anything */
};

struct shared_function {
	struct range whole;
	const char *name;         /* in a program: by which other units call it; or null */
	size_t first_call, calls; /* those that it makes, in the list */
	bool needed, is_called, done, entered;
	bool in_actor; /* a behaviour, or called by one */
	struct shared_use *uses;
	size_t own, count, room; /* first its own ones, then those of what it calls and starts */
	struct sync *syncs;
	size_t sync_count, sync_room;
	struct shared_condition *conditions;
	size_t condition_count, condition_room;
	struct shared_value *values;
	size_t value_count, value_room;
	struct range *loops; /* outermost ones */
	size_t loop_count, loop_room;
	bool has_labels, calls_locks, has_starts, is_behaviour;
	enum lock_call half; /* in a program: it only locks, or only unlocks, for its caller */
	bool tries;          /* it may have a lock, nobody knows where */
	long parameters[PARAMETERS];     /* offsets; -1: none */
	signed char changes[PARAMETERS]; /* does it change the parameter? -1: not known yet */
	unsigned effects;                /* of all that it does */
	int *locks;                      /* that it takes and gives back */
	size_t lock_count, lock_room;
};

struct diagnostics;
struct text;

struct shared_place {
	char *text;
	long root;
	bool automatic;
	signed char changes; /* does the pointer variable change? -1: not known yet */
	signed char own;     /* is it an object of its own? -1: not known yet */
};

/* The objects that the parameters of a called function point to. */
struct binding {
	int callee; /* -1: not known */
	int pointed[PARAMETERS];
	bool in_array[PARAMETERS];
};

struct shared_call {
	struct range node;
	TSNode tree;
	int caller, callee;  /* callee: -1: not known */
	const char *outside; /* as in struct sync */
	bool separate;
	struct binding binding;
	size_t number; /* among the moments of the caller: shared_is_beside */
};

/* Something that runs beside the function that has started it. */
struct shared_start {
	struct start start; /* of the unit */
	int function;
	struct range node;
	struct binding binding;
	const char *outside; /* as in struct sync */
	bool left;           /* it may run when the function has returned */
	bool locked;         /* the function may hold a lock while it waits for the start */
	size_t number;       /* among the moments of the function */
	const char *beside;  /* in a program: of each moment, as digits */
	bool several;        /* one of several threads, at one place */
	bool call;           /* a call that leaves threads running */
	bool send, handler;
	int actor; /* or the object of a handler: its place */
};

/* Where messages show a range: an offset of their analysis text. */
struct shared_spot {
	struct range range;
	size_t offset;
};

/* The functions of a unit, or of a program: then there is no unit, and no tree. */
struct shared {
	struct unit *unit;
	struct diagnostics *diagnostics;
	struct call_graph graph;
	struct live live;
	struct guards guards;
	struct shared_place *places; /* the first one is ANY_LOCK */
	size_t place_count, place_room;
	int *slots; /* a hash table of places, by text */
	size_t slot_count;
	struct shared_function *functions; /* of a unit: as in the graph */
	size_t function_count, function_room;
	struct shared_call *calls; /* by caller */
	size_t call_count, call_room;
	struct shared_start *starts;
	size_t start_count, start_room;
	bool whole; /* all functions are walked through, for other units */
	struct shared_start
	        *outer; /* starts of functions of other units, and calls that may be starts */
	size_t outer_count, outer_room;
	const struct shared_spot *spots; /* of a program: by range; null: ranges are in the text */
	size_t spot_count;
	int *said; /* places of which there was a warning */
	size_t said_count, said_room;
};

/* ---- Places: shared_place.c ---- */

/* Returns the number of a place; takes ownership of the heap copy, which may be null. in_array is
 * set if an element of an array is cut off that nobody knows. NO_PLACE: not the same object at all
 * times. */
int shared_place(struct shared *shared, char *text, bool *in_array);
int shared_place_of(struct shared *shared, TSNode lvalue, bool *in_array);
int shared_place_pointed(struct shared *shared, TSNode pointer, bool *in_array);
/* Returns the lock of an operand; ANY_LOCK: any. */
int shared_lock(struct shared *shared, TSNode operand);
/* Returns the place with more of a path behind it. */
int shared_extend(struct shared *shared, int place, const char *path, bool *in_array);
/* The same as shared_place, for a variable that is known. */
int shared_place_at(struct shared *shared, char *text, bool automatic, bool *in_array);
/* Does the pointer variable that the place goes through change in its function? */
bool shared_changes(struct shared *shared, int place);
bool shared_parameter_changes(struct shared *shared, int function, int index);
/* Returns the place that the caller has for a place of the callee; NO_PLACE: none. */
int shared_translate(struct shared *shared, const struct binding *binding, int place,
                     bool *in_array);
/* The same for a lock: ANY_LOCK if it is not known; NO_PLACE: each call has its own. */
int shared_translate_lock(struct shared *shared, const struct binding *binding, int place);
struct binding shared_bind(struct shared *shared, int callee, const TSNode *arguments, int count);
/* Is it an object of its own: a variable, or what a variable has got from new all its life, on no
 * other object's handler? */
bool shared_is_own(struct shared *shared, int place);
bool shared_is_static(struct unit *unit, CXCursor variable);

/* ---- What functions do: shared_walk.c, shared_condition.c ---- */

void shared_walk(struct shared *shared, int function);
void shared_judge(struct shared *shared, int function);

/* ---- Starts: shared_start.c ---- */

void shared_find_starts(struct shared *shared);
/* May the start run at this node of its function? */
bool shared_is_live(struct shared *shared, const struct shared_start *start, TSNode at);
/* The same; in a program it is asked for by number. The moments of a function are its own uses, its
 * calls, its starts. */
bool shared_is_beside(struct shared *shared, const struct shared_start *start, size_t number,
                      TSNode at);

/* ---- Summaries: shared_summary.c ---- */

/* Returns the name of a function that may be defined in another unit, on the heap; null: it is
 * none, or nobody asks. */
char *shared_outside(struct shared *shared, TSNode name);
/* Reads the functions of the unit. */
void shared_read_unit(struct shared *shared);
/* Makes the summaries of all functions that have been read. */
void shared_summarise(struct shared *shared);
/* Compares the uses of what may run at once. */
void shared_compare(struct shared *shared);
/* Returns a use of the callee as the function sees it that calls or starts it; its locks are the
 * caller's to free. False: it is not visible. */
bool shared_seen(struct shared *shared, const struct binding *binding, const struct shared_use *use,
                 struct shared_use *seen);
/* Adds to a use what happens in the function before and after a node, but not before `from`. */
void shared_surround(struct shared *shared, int function, struct range at, size_t from,
                     struct shared_use *use);
/* Adds the conditions that decide about a node. */
void shared_decided(struct shared *shared, int function, struct range at, struct shared_use *use);
/* The same for a call, with the locks held and the conditions around it. */
void shared_around_call(struct shared *shared, int function, struct range call, size_t from,
                        struct shared_use *use);
/* The same for a start: it holds no locks. */
void shared_around_start(struct shared *shared, int function, struct range start, size_t from,
                         struct shared_use *use);
/* The behaviour's actor, if the start is a send. */
void shared_mark_actor(const struct shared_start *start, struct shared_use *use);
struct binding shared_bind_call(struct shared *shared, TSNode call, int callee);
void lock_mark(struct lock_marks *marks, int place, unsigned how);
/* Returns the object of a use, in the author's words; heap copy. */
char *shared_name_said(const struct unit *unit, TSNode node);
/* Did check_escapes warn of the use? It knows what to write instead. */
bool shared_is_told(const struct unit *unit, const struct shared_use *use);
void shared_free(struct shared *shared);

/* ---- Over units: shared_write.c, shared_program.c ---- */

int shared_spot_compare(const void *a, const void *b);
/* Appends the summaries of the unit, for check_program. */
void shared_write(struct shared *shared, struct text *out);

#endif
