/* SPDX-License-Identifier: MIT */
/* The functions of a unit and who calls them. */
#ifndef CONCC_CALL_GRAPH_H
#define CONCC_CALL_GRAPH_H

#include "tree/unit.h"

struct function {
	TSNode node; /* a function_definition or a behaviour, with a body */
	TSNode name; /* of a behaviour: its word */
	size_t start, end;
	size_t first_call, calls; /* those that it makes, in the graph */
	bool entered;             /* a thread begins in it: a main, a behaviour, what is spawned */
	bool by_pointer;          /* its address is taken otherwise: nobody knows who calls it */
	bool is_program;          /* int main(…) */
	bool is_invariant;        /* a check of conc_test_invariant: no thread runs meanwhile */
};

struct call {
	TSNode node; /* call_expression */
	int caller, callee;
	bool separate; /* on a separate object, the first argument: its handler calls */
};

struct call_graph {
	struct function *functions; /* in source order; nested functions follow the outer one */
	size_t function_count, function_room;
	struct call *calls;
	size_t call_count, call_room;
	int *slots; /* a hash table of functions, by name */
	size_t slot_count;
};

void call_graph_build(struct unit *unit, struct call_graph *graph);
void call_graph_free(struct call_graph *graph);
/* Visits every node of the functions, of those in functions once. */
void call_graph_each(const struct call_graph *graph, void (*visit)(TSNode node, void *data),
                     void *data);
/* Returns the index of the function around a node; -1: none. */
int call_graph_at(const struct call_graph *graph, TSNode node);
/* Returns the index of the function that an expression names; -1: none of the unit. */
int call_graph_named(struct unit *unit, const struct call_graph *graph, TSNode name);
/* Returns the name of a parameter, by its number; the null node if there is none. */
TSNode function_parameter(const struct function *function, int index);
/* Returns the number of the parameter that is declared at an offset; -1: none. */
int function_parameter_at(const struct function *function, long offset);

#endif
