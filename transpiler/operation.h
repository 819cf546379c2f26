/* SPDX-License-Identifier: MIT */
/* Operations on channels, futures and tasks: shifts whose operands' types make them one, and calls
 * of the functions whose meaning depends on an element type. */
#ifndef CONCC_OPERATION_H
#define CONCC_OPERATION_H

#include <stdbool.h>
#include <stddef.h>

#include "clang.h"
#include "syntax.h"

struct unit;

enum operation_kind {
	OPERATION_NONE,    /* a shift of integers, as far as is known */
	OPERATION_SEND,    /* c << v */
	OPERATION_RECEIVE, /* x << c */
	OPERATION_FULFIL,  /* f << v */
	OPERATION_READ,    /* y << f */
	OPERATION_JOIN,    /* y << t */
	OPERATION_WRONG,   /* neither operand can be the value of the other */
	OPERATION_CALL     /* conc_receive(…), conc_close(…), … */
};

struct operation {
	enum operation_kind kind;
	TSNode node, left, right;        /* of a shift */
	TSNode sign;                     /* the << */
	bool pointer;                    /* the resource is given by its address */
	const struct operation_call *of; /* of a call: which one */
	TSNode arguments[2];             /* of a call */
	int argument_count;
};

/* What a function of the library is given. */
struct operation_call {
	const char *name;
	int arguments;
	char first, second; /* c: pointer to a channel, f: to a future, v: a value, p: where to put
	                       one, n: a number, 0: none */
	bool typed;         /* it is lowered to the element type's own function */
};

/* Finds what may be an operation: nothing in a unit without channels, futures and tasks. */
void operations_collect(struct unit *unit);
void operations_free(struct unit *unit);
/* Before the shadows of constructs, which copy text out of the shadow. */
void operations_shadow(struct unit *unit);
/* True if types show more operations than were known: shadow and types have to be made again. */
bool operations_found(struct unit *unit);

/* The operation that node is, through parentheses; null: none. */
struct operation *operation_at(const struct unit *unit, TSNode node);
/* The operand that is the channel, future or task; the null node for a wrong one. */
TSNode operation_resource(const struct operation *operation);
/* The other one: the value to send or the lvalue to receive into. */
TSNode operation_value(const struct operation *operation);
/* Is the argument what a call sends, the value of conc_try_send(&c, value)? */
bool operation_call_sends(const struct unit *unit, TSNode call, int index);
/* The element type: T of channel(T), R of task(R). After types. */
bool operation_element(struct unit *unit, const struct operation *operation, CXType *element);
/* Is start..end the resource of an operation? It is not read as a value then. */
bool operation_is_resource(const struct unit *unit, size_t start, size_t end);
/* "sizeof" and the like, if the node stands in one and would not be evaluated; else null. */
const char *node_unevaluated(TSNode node);
/* Is the value of this expression used? */
bool node_value_is_used(TSNode node);
/* Does the operation stand in the head of a waituntil clause? It is lowered there. */
bool operation_is_clause(const struct operation *operation);

#endif
