/* SPDX-License-Identifier: MIT */
/* waituntil, shared by its files. lower/waituntil.c lowers the statement, waituntil_shadow.c has
 * its shadow, waituntil_check.c finds errors and what never happens, waituntil_clause.c says what a
 * clause waits for, waituntil_target.c has its head and the assignment before its block,
 * waituntil_predicate.c when the statement is done. */
#ifndef CONCC_WAITUNTIL_H
#define CONCC_WAITUNTIL_H

#include "lower.h"
#include "base/text.h"

enum { CLAUSES_MAX = 64 }; /* the runtime keeps a set of clauses in one word */

/* An lvalue that is assigned just before a block. */
struct target {
	TSNode node;      /* as written; null node: no target */
	TSNode object;    /* without parentheses; of a bit-field: the object around it */
	TSNode member;    /* the operator of a bit-field: "." or "->"; else null node */
	bool plain;       /* a name: assigned by it. Otherwise the head takes its address. */
	bool in_register; /* has no address */
	CXType type;
};

struct clause {
	TSNode node, condition; /* without parentheses */
	TSNode guard;           /* the clause's own condition; null node: none */
	int index, group;       /* group: the innermost guarded one around it, or -1 */
	const char *macro;      /* CONC_ON_…, after classification */
	const char *name;       /* first argument after the guard: lock name, type name; or null */
	TSNode resource, value; /* value: to be sent; the lock that a conc_wait gives up */
	TSNode info;            /* of a conc_wait_with */
	bool all_locks;         /* a conc_wait without a lock */
	bool pointer, monitor;  /* resource: is a pointer to the object; is a monitor */
	bool by_value;          /* resource is an integer */
	bool is_send, into;     /* into: received directly into the target */
	bool slot;              /* has a slot conc_value_N_I, an element of name */
	const char *joined;     /* type of the task whose result is the value, or null */
	const char *moved;      /* type of the task that is the element, or null */
	bool large;             /* the slot is not an automatic object */
	bool may_refuse;        /* an on_selected decides whether the block runs */
	const struct separate_statement *separate; /* or null */
	TSNode declared; /* type of the target, if the clause declares it; else null node */
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
	int count, total; /* total: with those above CLAUSES_MAX */
	struct group groups[CLAUSES_MAX];
	int group_count;
	bool has_and, fair;
	TSNode rest; /* wait_else, or the null node */
};

/* A part of a head that stays in place, and the text around it. */
struct head_part {
	TSNode node;
	char before[128], after[32];
};

struct head_parts {
	struct head_part list[4];
	int count;
};

/* Returns the condition of a clause without its parentheses. */
TSNode wait_condition(TSNode clause);
/* Is it readable(fd) or the like? */
bool wait_is_system(const struct unit *unit, TSNode condition);
/* Returns the tree of clauses in a waituntil_statement or wait_group. */
TSNode wait_tree(TSNode node);
/* Returns the statement's wait_else, or the null node. */
TSNode wait_rest(TSNode statement);
/* Checks the statement and classifies its clauses. Returns false after an error. */
bool wait_check(struct wait *wait);
/* Adds the parts of a clause's head to parts. */
void clause_head_parts(const struct wait *wait, const struct clause *clause,
                       struct head_parts *parts);
/* Can a guard turn the clause off? */
bool clause_can_be_off(const struct clause *clause);

/* Finds out what a clause waits for. Returns false after an error. */
bool clause_classify(struct unit *unit, struct clause *clause);
/* Is it n << conc_read(…) or its like? */
bool clause_is_io(const struct clause *clause);
/* Does it wait for a condition? */
bool clause_is_condition(const struct clause *clause);
/* Warns about clauses that nothing can select. */
void clauses_warn(struct wait *wait);

/* Describes an lvalue. Returns false if it is none, or cannot be assigned. */
bool target_find(struct unit *unit, TSNode node, struct target *target);
/* Declares the pointer that keeps the target's address, if it needs one. */
void target_declare(const struct wait *wait, const struct clause *clause,
                    const struct target *target, const char *pointer, struct text *out);
/* Writes the target's type, before its name. */
void target_type(const struct wait *wait, const struct target *target, struct text *out);
/* Writes the target as the left side of the assignment. */
void target_spell(const struct wait *wait, const struct clause *clause, const struct target *target,
                  const char *pointer, struct text *out);

/* Writes a C condition that is true when the statement is done. tree: its clauses. */
void predicate_spell(const struct wait *wait, TSNode tree, struct text *out);

#endif
