/* SPDX-License-Identifier: MIT */
/* separate: data that the passes share. separate.c finds statements, operands and their uses in a
 * block; separate_shadow.c makes their shadows; separate_use.c classifies each use. */
#ifndef CONCC_SEPARATE_H
#define CONCC_SEPARATE_H

#include "clang.h"
#include "tree/syntax.h"

struct unit;
struct construct;

enum separate_form {
	SEPARATE_CALL,  /* asynchronous: a request is logged, nothing waits */
	SEPARATE_QUERY, /* the client synchronises, then runs the function itself */
	SEPARATE_READ,  /* the client synchronises, then reads from the object */
	SEPARATE_WRITE, /* the client synchronises, then writes to the object */
	SEPARATE_VALUE  /* the pointer itself is copied, compared, passed on: no synchronisation */
};

/* One of the expressions in separate (…). */
struct separate_operand {
	TSNode node;  /* the whole expression */
	TSNode value; /* the pointer: node without parentheses, or e of n = e */
	TSNode name;  /* the object's name in the block; null node: a path, or not good */
	TSNode base;  /* the identifier that a name or path begins with; null node: none */
	struct separate_statement *statement;
	int index;
	bool bound;   /* n = e */
	bool good;    /* a name, a member path, or n = e; anything else is an error without uses */
	bool renamed; /* conc_object_… in lowered code: a path, a static variable, a bound name
	               * that the operands use for another object */
	bool typed;   /* type is known */
	CXType type;  /* of value, a pointer; after types */
	char *text;   /* its name, or its path in a canonical form */
	char *plain;  /* pointee type of a plain pointer in the shadow; null: not known yet */
};

struct separate_statement {
	const struct construct *construct;
	struct separate_operand *operands;
	size_t operand_count;
	TSNode require, body;             /* require: the condition, or the null node */
	struct separate_statement *outer; /* the enclosing statement, or null */
	TSNode single_call; /* the call, if the runtime does it in one step; after types */
	bool spawns;        /* spawn separate (…) f(…): body is the call, which runs later */
};

/* A use's form in the shadow. */
enum separate_guess { SEPARATE_UNKNOWN /* as 0 */, SEPARATE_PLAIN, SEPARATE_POINTER };

/* A use of an operand in a block or in its require. A call with a pointer obtained through an
 * operand, push(s->inner, 1), is two uses: the read of s->inner, whose node is s, and the call,
 * whose node is the argument s->inner. */
struct separate_use {
	TSNode node;       /* the operand's occurrence; derived: the pointer obtained through it */
	TSNode expression; /* the call, the whole access (s->head->n), or node itself for a value */
	struct separate_operand *operand;
	enum separate_form form;
	bool derived;
	bool required;    /* in the statement's require, which has synchronised */
	bool unevaluated; /* in sizeof, typeof, …: a VALUE */
	TSNode pointer;   /* the data pointer argument that makes the call a QUERY; or null node */
	bool removed;     /* a READ, WRITE, QUERY that the static analysis found synchronised */
	const char *why;  /* why it is removed, or not, for --report=sync */
	enum separate_guess guess;
};

/* A synchronisation that stands before a loop, in place of those in it. */
struct separate_loop {
	TSNode loop, condition; /* condition: it synchronises if that holds; null node: always */
	struct separate_operand *operand;
	int number;
};

/* Collects statements, operands and uses in source order (of uses that start together, the larger
 * one first). Before types; separate_classify sets the forms. */
void separate_collect(struct unit *unit);
void separate_free(struct unit *unit);
/* Edits the uses in the shadow, before the shadows of constructs, which copy text out of it. */
void separate_shadow_uses(struct unit *unit);
/* Decides uses by types. True if shadow and types must be made again: uses were decided, or
 * learning: other passes learnt something. */
bool separate_found(struct unit *unit, bool learning);
/* Sets the form of each use. After types. */
void separate_classify(struct unit *unit);

/* Returns the statement at node, or null. */
struct separate_statement *separate_statement_at(const struct unit *unit, TSNode node);
/* May the request of a call be made, or would the compiler find faults with its arguments? */
bool separate_call_is_good(struct unit *unit, TSNode call);
/* Is it a null constant or a string literal, through casts, commas and conditionals? */
bool separate_is_constant(const struct unit *unit, TSNode node);
/* Returns the use at this node that is not derived, or null. */
struct separate_use *separate_use_at(const struct unit *unit, TSNode node);

/* Is it a pointer to a separate object? */
bool type_is_separate(const struct unit *unit, CXType type);
/* Returns the outermost expression that has the value of node: through parentheses, the right side
 * of a comma, the branches of a conditional. */
TSNode separate_place(TSNode node);
/* Returns the call that node is an argument of, and the argument's index; null node: none. */
TSNode separate_argument(TSNode node, int *index);

/* The function that a call calls, by the types of the current shadow. */
struct separate_callee {
	CXType function; /* canonical; kind FunctionProto, FunctionNoProto, or Invalid: unknown */
	CXCursor declaration; /* of a function that is called by name; else null cursor */
};
struct separate_callee separate_callee(struct unit *unit, TSNode call);
/* Is it, or does it have as a member, a pointer to data? Pointers to functions and to separate
 * objects are none. */
bool type_has_data_pointer(struct unit *unit, CXType type);

/* The shadows of the statement and of the qualifier: separate_shadow.c. */
void separate_shadow(struct unit *unit, const struct construct *construct);
/* The declarations that a statement's shadow begins with; instead of its words: before. */
void separate_shadow_head(struct unit *unit, const struct separate_statement *statement,
                          const char *before);
void separate_qualifier_shadow(struct unit *unit, const struct construct *construct);

#endif
