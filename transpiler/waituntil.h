/* SPDX-License-Identifier: MIT */
/* waituntil, between its files: lower_waituntil.c the statement, waituntil_shadow.c its shadow,
 * waituntil_check.c what is wrong with it, waituntil_clause.c what a clause waits for,
 * waituntil_piece.c its head, waituntil_target.c what is assigned before its block,
 * waituntil_predicate.c when the statement is done, waituntil_warning.c what never happens. */
#ifndef CONCC_WAITUNTIL_H
#define CONCC_WAITUNTIL_H

#include "lower.h"
#include "text.h"

enum { CLAUSES_MAX = 64 }; /* the runtime keeps sets of clauses as bits of a word */

/* An lvalue that is assigned just before a block. */
struct target {
	TSNode node;      /* as written; null node: there is none */
	TSNode object;    /* without parentheses; of a bit-field: what it is a member of */
	TSNode member;    /* ".flag" or "->flag" of a bit-field: its operator; else null node */
	bool plain;       /* a name: assigned by it. Else its address is taken at the head. */
	bool in_register; /* has no address */
	CXType type;
};

struct clause {
	TSNode node, condition; /* without parentheses */
	TSNode guard;           /* its own condition; null node: none */
	int index, group;       /* group: the innermost guarded one around it, or -1 */
	const char *macro;      /* CONC_ON_…, after classification */
	const char *name;       /* first argument behind the guard: lock name, type name; or null */
	TSNode resource, value; /* value: to be sent */
	bool pointer, monitor;  /* resource: points to what is waited for; is a monitor */
	bool by_value;          /* resource is an integer */
	bool is_send, into;     /* into: straight into the target */
	bool slot;              /* conc_value_N_I, an element of name */
	const char *joined;     /* task type whose result is the value, or null */
	const char *moved;      /* task type that is the element, or null */
	bool large;             /* the slot is no automatic object */
	bool may_refuse;        /* an on_selected says whether the block runs */
	struct target target, checked;
};

/* when (…) in front of a group. */
struct group {
	TSNode condition;
	int outer; /* the guarded group around it, or -1 */
};

struct wait {
	struct unit *unit;
	const struct construct *construct;
	int number;
	struct clause *clauses;
	int count, total; /* total: also those that are too many */
	struct group groups[CLAUSES_MAX];
	int group_count;
	bool has_and, fair;
	TSNode rest; /* wait_else, or the null node */
};

/* A place in a head that stays as it is, and what is written around it. */
struct piece {
	TSNode node;
	char before[128], after[32];
};

struct pieces {
	struct piece list[4];
	int count;
};

/* The condition of a clause without its parentheses. */
TSNode wait_condition(TSNode clause);
/* As type_demand; silent where something else was reported, which may be why. */
bool wait_type(struct unit *unit, TSNode node, CXType *out);
/* readable(fd) and its like. */
bool wait_is_system(const struct unit *unit, TSNode condition);
/* The tree of clauses in a waituntil_statement or wait_group. */
TSNode wait_tree(TSNode node);
/* Its wait_else, or the null node. */
TSNode wait_rest(TSNode statement);
/* Is the statement as a whole right, and what do its clauses wait for? False after an error. */
bool wait_check(struct wait *wait);
/* The parts of a clause's head. */
void clause_pieces(const struct wait *wait, const struct clause *clause, struct pieces *pieces);
/* Can a guard remove it? */
bool clause_can_be_off(const struct clause *clause);

/* Finds out what a clause waits for; false after an error. */
bool clause_classify(struct wait *wait, struct clause *clause);
/* Warns about clauses that nothing can select. */
void clauses_warn(struct wait *wait);

/* Describes an lvalue; false if it is none, or cannot be assigned. */
bool target_find(struct unit *unit, TSNode node, struct target *target);
/* Declares the pointer that keeps its address, if it needs one. */
void target_declare(const struct wait *wait, const struct clause *clause,
                    const struct target *target, const char *pointer, struct text *out);
/* What it is called when it is assigned. */
void target_spell(const struct wait *wait, const struct clause *clause, const struct target *target,
                  const char *pointer, struct text *out);

/* The statement is done: a condition in C. Takes the tree of clauses. */
void predicate_spell(const struct wait *wait, TSNode tree, struct text *out);

#endif
