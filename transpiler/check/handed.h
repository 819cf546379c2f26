/* SPDX-License-Identifier: MIT */
/* What a function hands on by reference: to actors, channels, futures and detached threads. */
#ifndef CONCC_HANDED_H
#define CONCC_HANDED_H

#include "call_graph.h"
#include "types/clang.h"

struct behaviour;
struct kind;

/* An object whose address is handed on. */
struct handed {
	TSNode node;    /* the send, fulfilment or spawn */
	TSNode pointer; /* the expression that is the address */
	TSNode to;      /* the actor, channel or future; the null node for a thread */
	int function;
	char *place; /* of the object */
	char *to_place;
	const struct kind *message;      /* of a message by reference; or null */
	const struct behaviour *receive; /* of a message, also one with the address in a member */
	bool forwards;                   /* the message came to this behaviour */
	long member;    /* the offset of the member with the address; -1: it is sent itself */
	long parameter; /* of the thread; -1: no thread */
	CXType type;    /* of the object */
};

struct handed_list {
	struct unit *unit;
	const struct call_graph *graph;
	struct handed *list;
	size_t count, room;
	struct store {
		TSNode node; /* the assignment of an address to a member of an actor */
		char *actor; /* its place */
		long member;
	} * stores;
	size_t store_count, store_room;
};

void handed_collect(struct handed_list *handed, struct unit *unit, const struct call_graph *graph);
void handed_free(struct handed_list *handed);
/* Might the unit hand anything on? */
bool handed_possible(const struct unit *unit);

#endif
