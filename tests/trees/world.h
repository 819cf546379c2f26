// SPDX-License-Identifier: MIT
// What the generated statements work on.
#include <conc.h>
#include <stdbool.h>

#include "model.h"

enum { ENDED, LEFT_BREAK, LEFT_RETURN, LEFT_GOTO, LEFT_LOOP = 1000 };

typedef struct { int calls; } cell;
actor mortal { int steps; };

struct resource {
	channel(int) c;		// one element
	channel(int) r;		// rendezvous
	conc_mutex m;
	conc_semaphore s;
	future(int) f, gate;
	task(void) helper;
	conc_waitset set;	// its member is c
	conc_condition condition;
	mortal *a;
};

struct world {
	struct resource of[CLAUSES_MAX];
	enum what what[CLAUSES_MAX];
	bool guards[64];
	int log[CLAUSES_MAX + 1], values[CLAUSES_MAX + 1], logged;	// what ran
	int seen[128], seen_count;	// guards and heads as they were evaluated
	int leave_at;			// the block that is to be left, counted from 0; -1: none
	bool leaving, inside, finished;
	int result;
	conc_mutex m;			// a statement that waits for conditions is in it
	bool begun;
	char bytes[2];
};

struct statement {
	int (*run)(struct world *w);
	const struct tree *tree;
	int root, clauses, guards;
	bool fair, other;
	int guard_of_other;
};
extern const struct statement statements[];
extern const int statement_count;

bool guard(struct world *w, int number);
channel(int) *in(struct world *w, int clause);
channel(int) *out(struct world *w, int clause);
int value(struct world *w);	// of the head before it
conc_mutex *lock(struct world *w, int clause);
conc_semaphore *semaphore(struct world *w, int clause);
future(int) *result(struct world *w, int clause);
conc_duration at_once(struct world *w, int clause);
task(void) *task_of(struct world *w, int clause);
conc_waitset *set(struct world *w, int clause);
int input(struct world *w, int clause);
int output(struct world *w, int clause);
mortal *mortal_of(struct world *w, int clause);
separate cell *cell_of(struct world *w, int clause);
conc_condition *condition(struct world *w, int clause);
// True: leave the block.
bool ran(struct world *w, int clause, int got);

// A block, and how it is left.
#define RAN(i) { if (ran(w, i, v)) break; }
#define RAN_BREAK(i) { do { if (!ran(w, i, v)) break; return LEFT_RETURN; } while (0); }
#define RAN_RETURN(i) { switch (ran(w, i, v)) { case 1: return LEFT_RETURN; default: break; } }
#define RAN_GOTO(i) if (ran(w, i, v)) goto out;
