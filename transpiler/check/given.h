/* SPDX-License-Identifier: MIT */
/* What those who are given an object use of it: behaviours of their actor and their message,
 * receivers of what they receive, functions of what these pass on to them. */
#ifndef CONCC_GIVEN_H
#define CONCC_GIVEN_H

#include "call_graph.h"
#include "types/clang.h"

/* A use of what a given variable is, or points to. */
struct given_use {
	TSNode node;
	int function;
	long variable; /* the offset of the given variable's declaration */
	long member;   /* that of the member that is used; -1: all of it, or an element */
	long record;   /* that of the structure with the member */
	bool writes;
	bool follows; /* what the member points to is used, or written */
};

struct given {
	struct unit *unit;
	const struct call_graph *graph;
	struct given_variable {
		long at;
		bool pointer;
		enum CXTypeKind type; /* of what it points to */
		bool self;            /* it may be the behaviour's actor */
		bool other;           /* or something else */
		bool message;         /* it is a behaviour's message */
	} * variables;
	size_t variable_count, variable_room;
	struct given_use *uses;
	size_t count, room;
};

/* What is asked for: -1 is any. */
struct given_question {
	long variable, member, record;
	long message;         /* of behaviours' messages only this one */
	enum CXTypeKind type; /* of all that the variable points to; CXType_Invalid: any */
	int but;              /* not in this function */
	bool writes, follows;
	bool self; /* only variables that may be the behaviour's actor */
};

void given_collect(struct given *given, struct unit *unit, const struct call_graph *graph);
void given_free(struct given *given);
/* Returns the variable that is declared at an offset, or null. */
const struct given_variable *given_variable(const struct given *given, long at);
/* Returns a use, or null. A use that writes is one that uses. */
const struct given_use *given_find(const struct given *given, struct given_question question);

#endif
