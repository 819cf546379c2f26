/* SPDX-License-Identifier: MIT */
/* separate: what the passes share. separate.c finds statements, operands and the places where a
 * block uses them; separate_shadow.c has them typed; separate_use.c says what each use is. */
#ifndef CONCC_SEPARATE_H
#define CONCC_SEPARATE_H

#include <stdbool.h>
#include <stddef.h>

#include "clang.h"
#include "syntax.h"

struct unit;
struct construct;

enum separate_form {
	SEPARATE_CALL,  /* asynchronous: a request is logged, nothing waits */
	SEPARATE_QUERY, /* the client synchronises, then runs the function itself */
	SEPARATE_READ,  /* of what the object holds, after synchronising */
	SEPARATE_WRITE, /* the same for a write */
	SEPARATE_VALUE  /* the pointer itself is copied, compared, passed on: no synchronisation */
};

/* One of the expressions in separate (…). */
struct separate_operand {
	TSNode node;  /* as it stands there */
	TSNode value; /* what yields the pointer: node, without parentheses, or e of n = e */
	TSNode name;  /* the identifier that the block knows the object by; null: a path, or bad */
	TSNode base;  /* the identifier that a name or path begins with; null: none */
	struct separate_statement *statement;
	int index;
	bool bound;   /* n = e */
	bool good;    /* a name, a member path, or n = e; all else is an error, and has no uses */
	bool renamed; /* in lowered code it is conc_object_…: a path, a static variable, a name
	               * that the operands know as another one */
	bool typed;   /* type is known, once types were found */
	CXType type;  /* of value: a pointer */
	char *text;   /* its name, or its path in a canonical form */
	char *plain;  /* in the shadow: what a plain pointer to the object points to; null at first
	               */
};

struct separate_statement {
	const struct construct *construct;
	struct separate_operand *operands;
	size_t operand_count;
	TSNode require, body;             /* require: the condition, or the null node */
	struct separate_statement *outer; /* the statement around it, of the same function */
	TSNode only; /* the call, where that is done in one step; else the null node. After types */
};

/* How a use stands in the shadow. */
enum separate_guess { SEPARATE_UNKNOWN /* as 0 */, SEPARATE_PLAIN, SEPARATE_POINTER };

/* A place where a block (or its require) speaks of an operand. A call on what was obtained through
 * an operand, push(s->inner, 1), is two: the read of s->inner, whose node is s, and the call, whose
 * node is the argument s->inner. */
struct separate_use {
	TSNode node;       /* the operand's occurrence; derived: what was obtained through it */
	TSNode expression; /* the call, the whole access (s->head->n), or for a value node itself */
	struct separate_operand *operand;
	enum separate_form form;
	bool derived;
	bool required;    /* stands in the statement's require, which has synchronised */
	bool unevaluated; /* in sizeof, typeof, …: a VALUE */
	TSNode pointer;   /* would be asynchronous, but for this argument, a data pointer */
	bool removed;     /* a READ, WRITE, QUERY that the static analysis found synchronised */
	const char *why;  /* it is removed, or not, for --report=sync */
	enum separate_guess guess;
};

/* Statements, operands, uses, all in source order (of uses that start together the larger one
 * first); forms are set by separate_classify. Before types. */
void separate_collect(struct unit *unit);
void separate_free(struct unit *unit);
/* The uses in the shadow. Before the shadows of constructs, which copy text out of it. */
void separate_shadow_uses(struct unit *unit);
/* True if shadow and types have to be made again: types show that a guess was wrong, or others are
 * still learning. */
bool separate_found(struct unit *unit, bool learning);
/* Says what each use is. After types. */
void separate_classify(struct unit *unit);

/* The statement whose node that is. */
struct separate_statement *separate_statement_of(const struct unit *unit,
                                                 const struct construct *construct);
/* Does the name stand for a variable that is not automatic? After types. */
bool separate_is_static(struct unit *unit, TSNode name);
/* The call that the statement's block is, if the runtime may do it in one step; or the null node.
 */
TSNode separate_only_call(struct unit *unit, const struct separate_statement *statement);
/* The use whose node that is (not derived), or null. */
struct separate_use *separate_use_at(const struct unit *unit, TSNode node);

/* Is it a pointer to what is separate? */
bool type_is_separate(const struct unit *unit, CXType type);
/* The outermost expression that has the value of node: through parentheses, the right side of a
 * comma, the branches of a conditional. */
TSNode separate_place(TSNode node);
/* The call that node is an argument of, and which one; null node: it is none. */
TSNode separate_argument(TSNode node, int *index);

/* What a call calls, in the shadow as it is now. */
struct separate_callee {
	CXType function; /* canonical; kind FunctionProto, FunctionNoProto, or Invalid: unknown */
	CXCursor declaration; /* of a function called by its name; else null cursor */
};
struct separate_callee separate_callee(struct unit *unit, TSNode call);
/* Does it hold a pointer to data, itself or in a member? Not functions, nor separate objects. */
bool type_has_data_pointer(struct unit *unit, CXType type);

#endif
