/* SPDX-License-Identifier: MIT */
/* A generator of random programs in the dialect whose answer is known.
 *
 * The idea. Every statement is made twice: as text in the dialect, and as a node of a *shadow*, a sequential
 * program of additions, loops, conditions, ways out and calls. The shadow is run here, and its sums are the
 * answer. Whatever the schedule, the program must come to them too, because what threads share is only ever
 * added to, under a lock, and read when all have ended; everything else stays in a function's own sum, is
 * returned, and is joined. A construct whose effect is that of its parts (a lock, a scope, `blocking`) makes no
 * node at all.
 *
 * That a lock excludes is seen as well: each cell holds a sum and its negative, which differ between two additions
 * only, and `note` counts where somebody else sees that.
 *
 * No program waits for ever: locks have ranks, which are their addresses, and are taken in ascending order only
 * (a monitor that is held may be taken again; stdout, which lies in the C library's memory, is the last); a function
 * knows the lowest it takes.
 *
 * Rejected: comparing with another implementation of the dialect (there is none); running the same program on one
 * processor as the answer (a fault of the translation would be in both); random text (nearly all of it is wrong). */
#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stddef.h>

enum { NOTHING = -1, CELLS = 24, STDOUT = CELLS, NO_LOCK, VARIABLES = 1000, PARAMETERS = 8, FUNCTIONS = 64 };

/* ---- Values ---- */

/* constant + factor * variable of the function; no variable if it is negative. All arithmetic wraps. */
struct value { unsigned long constant, factor; int variable; };

/* How values travel. In the texts @ stands for the name or the expression. */
struct type {
	const char *name;	/* NULL: a parameter only */
	const char *declare;
	const char *make;	/* from an unsigned long below modulus, mentioned once */
	const char *use;	/* an unsigned long again */
	unsigned long modulus;
};

/* ---- The shadow ---- */

struct shadow {
	enum { SEQUENCE, SET, ADD, SHARE, LOOP, WHEN, UNLESS, LEAVE, CALL, PRINT } kind;
	struct shadow *next, *first, **last;	/* its list, its parts */
	int variable;				/* SET, ADD: it; LOOP: counts; WHEN, UNLESS: tested; CALL: gets the result */
	int cell;				/* SHARE: added to */
	unsigned long modulus, rest;		/* WHEN, UNLESS: variable % modulus == rest; SET: value % modulus */
	struct value value;			/* SET, ADD, SHARE, PRINT: what; LOOP: how often */
	struct shadow *target;			/* LEAVE: goes on behind it */
	struct function *callee;
	struct value arguments[PARAMETERS];
};

/* ---- Programs ---- */

struct text { char *chars; size_t length, room; };

/* Something lockable in the program's `world`; its rank is its index. */
struct cell {
	const char *type;	/* of the lock object */
	char path[40], sum[48], negative[48];
	bool again;		/* its holder may take it again */
	bool readable;		/* can be taken for reading */
	bool many;		/* several hold it: additions are atomic */
	bool spins, pins;	/* its holder must not wait; stays on its kernel thread */
};

/* A function, or a thread type: then its parameters are fields. */
struct function {
	char name[24];
	bool is_thread, called;
	bool has_start, has_finish, has_detached, has_shielded;	/* helpers that spawn.c and scope.c wrote behind it */
	struct function *base;		/* a thread's: its parameters come first */
	bool own_main;
	unsigned parameters;
	const struct type *parameter[PARAMETERS], *result;
	int mutex_count, mutexes[2];	/* cells that its mutex parameters are always given; before the others */
	int lowest;			/* rank of the lowest lock it takes; NO_LOCK: none */
	unsigned long cost;
	struct shadow *body;
	struct text text;
};

/* Where the next statement stands. */
struct place {
	struct shadow *block;			/* its node goes to its end */
	struct shadow *breaks, *continues;	/* what these leave; NULL: not allowed here */
	struct shadow *label;			/* what goto leaves, and its label */
	int label_number;
	bool *label_used;
	bool may_return;
	bool no_if;				/* an else behind it would be ambiguous */
	bool no_label;				/* in an operand, which can stand in a typeof as well */
	int highest;				/* rank of the highest lock held, or NOTHING */
	unsigned long held, writable;		/* cells held; those of them that may be added to */
	bool spinning;				/* nothing that waits */
	bool pinned;
	enum { NO_SCOPE, IN_SCOPE, CANCELS_CHILDREN, CANCELS } scope;	/* what the end of the scope around may cancel */
	int counter;				/* a loop's variable, or -1 */
	int local;				/* another that may be read, or -1 */
	unsigned long times;			/* about how often it is executed */
	int depth, indent;
};

struct program {
	unsigned long seed, state, size;
	int number;				/* of the last name made */
	struct cell cells[CELLS];
	int cell_count;
	struct function *functions[FUNCTIONS];
	int function_count;
	bool lasting;				/* main ends beside actors and detached tasks, as far as concc can see */
	struct text declarations, world, initial, *to;
	/* the function at work */
	struct function *function;
	struct place at;
	const char *sum;			/* its name there */
	char *names[VARIABLES];
	int variables;
	unsigned long budget, limit;		/* statements left; cost allowed */
	/* what the shadow comes to */
	unsigned long totals[CELLS];
	struct text output;
};

/* ---- Constructs ---- */

/* Each file of a construct defines one, and generate.c lists it. What is NULL it has not. All of them write their text
 * with say and line. A statement is one statement of C, written from where the text ends, without a newline behind it.
 * Statements and terms return false, having written nothing, where they cannot stand. */
struct construct {
	const char *name;
	void (*declare)(struct program *p);		/* types and helpers at file scope */
	void (*cell)(struct program *p);		/* one more cell in the world */
	bool cell_last;					/* only behind all others */
	void (*function)(struct program *p);		/* one more function that can be called */
	bool (*statement)(struct program *p);
	bool (*term)(struct program *p, int into);	/* an expression of type unsigned long, added to variable into */
	int weight;					/* of statements and terms */
};

/* random.c */
unsigned long below(struct program *p, unsigned long n);
bool chance(struct program *p, unsigned percent);
unsigned long fold(unsigned long a, unsigned long b);

/* text.c */
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void say(struct program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void line(struct program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));	/* indented, with its end */
void indent(struct program *p);
void fill(struct program *p, const char *pattern, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* shadow.c */
struct shadow *shadow_new(struct program *p, int kind);	/* at the end of the block where we are */
void shadow_add(struct program *p, int variable, struct value value);
void shadow_set(struct program *p, int variable, struct value value);
void shadow_reduce(struct program *p, int variable, struct value value, unsigned long modulus);	/* set to the rest */
void shadow_share(struct program *p, int cell, struct value value);
void shadow_leave(struct program *p, struct shadow *target);
unsigned long shadow_run(struct program *p, struct function *f, const unsigned long *arguments);

/* value.c */
extern const struct type unsigned_long, nothing;
void declare_types(struct program *p);
const struct type *pick_type(struct program *p, bool of_parameter);
struct value constant(unsigned long n);
struct value variable(int v);
struct value pick_value(struct program *p);
void say_value(struct program *p, struct value value);
void say_as(struct program *p, const struct type *type, struct value value);
int new_variable(struct program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* statement.c */
struct place enter(struct program *p, int kind);	/* a node that what follows is part of; the place outside */
void leave(struct program *p, struct place outside);
struct place enter_loop(struct program *p, const char *counter, unsigned long times);
void stay_inside(struct program *p);			/* nothing here may leave where we are */
void open_brace(struct program *p);
void close_brace(struct program *p);
void statements(struct program *p, unsigned long about);	/* each on its line */
void block(struct program *p, unsigned long about);	/* the same in braces */
void one_statement(struct program *p);			/* from where the text ends */
void add_to_sum(struct program *p, struct value value);	/* an expression */
void say_term(struct program *p, int into);
int say_terms(struct program *p, unsigned long about);	/* a new variable, declared with a sum of terms */
bool may_loop(struct program *p, unsigned long times);

/* lock.c */
bool can_take(struct program *p, int cell);
void take(struct program *p, int cell, bool exclusively);	/* from here to the end of the place */
void add_to_cell(struct program *p);				/* lines: to one that is held, if any is */
struct cell *new_cell(struct program *p, const char *type);

/* function.c */
void scene(struct program *p, const char *name);	/* a function of its own text and one argument, named self_N */
void scene_end(struct program *p, unsigned long cost);
void write_function(struct program *p);
void write_thread(struct program *p);
void write_main(struct program *p);
struct function *pick_callee(struct program *p, bool is_thread);
void pick_arguments(struct program *p, struct function *f, struct value *arguments);
void say_arguments(struct program *p, struct function *f, struct value *arguments);	/* changes some; before shadow_call */
void say_mutexes(struct program *p, const struct function *f, const char *pattern);	/* as the first arguments */
void say_mutex_parameters(struct program *p, const struct function *f, const char *mutex);
void say_callee(struct program *p, struct function *f);
int shadow_call(struct program *p, struct function *f, const struct value *arguments);	/* the variable of its result */

/* thread.c */
void say_fields(struct program *p, struct function *f, const struct value *arguments);

extern const struct construct *const constructs[];
#endif
