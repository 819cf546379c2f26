/* SPDX-License-Identifier: MIT */
/* Operations on channels, futures and tasks: shifts whose operands have such types, and calls of
 * the library functions that take a channel or a future. */
#ifndef CONCC_OPERATION_H
#define CONCC_OPERATION_H

#include "clang.h"
#include "tree/syntax.h"

struct unit;

enum operation_kind {
	OPERATION_NONE,    /* a shift of integers, or not known yet */
	OPERATION_SEND,    /* c << v */
	OPERATION_RECEIVE, /* x << c */
	OPERATION_FULFIL,  /* f << v */
	OPERATION_READ,    /* y << f */
	OPERATION_JOIN,    /* y << t */
	OPERATION_WRONG,   /* the types fit no operation, or more than one */
	OPERATION_CALL     /* conc_receive(…), conc_close(…), … */
};

struct operation {
	enum operation_kind kind;
	TSNode node, left, right;        /* of a shift */
	TSNode sign;                     /* the << */
	bool pointer;                    /* the operand is the resource's address */
	bool waitset;                    /* RECEIVE from a conc_waitset */
	const struct operation_call *of; /* of a call: the function */
	TSNode arguments[2];             /* of a call */
	int argument_count;
};

/* A function of the library and its parameters. */
struct operation_call {
	const char *name;
	int arguments;
	char first, second; /* c: pointer to a channel, f: to a future, v: a value, p: pointer to
	                       the target, n: a number, 0: none */
	bool typed;         /* lowered to the function of the element type */
};

/* Collects the nodes that may be operations or sends. It finds none in a unit without channels,
 * futures, tasks and actors. */
void operations_collect(struct unit *unit);
void operations_free(struct unit *unit);
/* Edits the shadow, before the shadows of constructs, which copy text out of it. */
void operations_shadow(struct unit *unit);
/* Finds operations by types. True if there are new ones: shadow and types must be made again. */
bool operations_found(struct unit *unit);

/* Returns the operation at node, through parentheses; null: none. */
struct operation *operation_at(const struct unit *unit, TSNode node);
/* Returns "channel", "future" or "task", whatever a shift's resource is. */
const char *operation_noun(const struct operation *operation);
/* Returns a shift's operand that is the channel, future or task; null node: OPERATION_WRONG. */
TSNode operation_resource(const struct operation *operation);
/* Returns the other operand: the value to send or the lvalue to receive into. */
TSNode operation_value(const struct operation *operation);
/* Is the argument the value that a call sends, as in conc_try_send(&c, value)? */
bool operation_call_sends(const struct unit *unit, TSNode call, int index);
/* Finds the element type: T of channel(T) or future(T), R of task(R). False: unknown, or the call's
 * argument does not fit. After types. */
bool operation_element(struct unit *unit, const struct operation *operation, CXType *element);
/* Is start..end the resource of an operation? If so, it is not read as a value. */
bool operation_is_resource(const struct unit *unit, size_t start, size_t end);
/* Returns "sizeof", "_Alignof", "typeof" or "_Generic" if node is inside one; else null. */
const char *node_unevaluated(TSNode node);
/* Is the value of this expression used? */
bool node_value_is_used(TSNode node);
/* The same, but a cast to void does not count as a use. */
bool node_value_is_kept(const struct unit *unit, TSNode node);
/* Is the operation in the head of a waituntil clause? The clause lowers it. */
bool operation_is_clause(const struct operation *operation);

#endif
