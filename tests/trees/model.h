/* SPDX-License-Identifier: MIT */
/* The sequential model of a waituntil: which clauses may take effect next, and when the statement is done.
 *
 * It goes by the words of the reference: a clause with a false guard is removed from the tree with the operator before
 * it, and what is left is an ordinary expression over "has run". It shares nothing with the translator. */
#ifndef TREES_MODEL_H
#define TREES_MODEL_H

#include <stdbool.h>

enum { CLAUSES_MAX = 12, ELSE = CLAUSES_MAX };

enum tree_kind { TREE_CLAUSE, TREE_GROUP, TREE_AND, TREE_OR };

/* What a clause waits for. Those up to FIRST_LATE can be ready before the statement begins. */
enum what {
	RECEIVE, DROP, SEND, LOCK, SEMAPHORE, FUTURE, READ, CLOSED, CANCELLED, SET, INPUT, OUTPUT, READY,
	FIRST_LATE, HANDED = FIRST_LATE, HANDS, TASK, ACTOR, QUIET, CONDITION, WHATS
};

struct tree {
	enum tree_kind kind;
	int left, right; /* indices; a group has only left */
	int guard;       /* which one stands before it, or -1 */
	int clause;
	enum what what;
};

struct model {
	const struct tree *tree;
	int root;            /* of what guards leave; -1: nothing */
	bool enabled[CLAUSES_MAX], ran[CLAUSES_MAX], ready[CLAUSES_MAX];
	int clauses;
	bool fair, other;    /* other: has an else that is enabled */
	bool done;
	struct pruned { enum tree_kind kind; int left, right, clause; } pruned[64];
	int pruned_count;
};

/* guards: which of them hold. */
void model_start(struct model *m, const struct tree *tree, int root, int clauses, const bool *guards, bool fair, bool other);
/* May this clause (or ELSE) take effect now? */
bool model_allows(const struct model *m, int clause);
/* It did. */
void model_runs(struct model *m, int clause);
/* Must something take effect before the statement waits? */
bool model_goes_on(const struct model *m);

#endif
