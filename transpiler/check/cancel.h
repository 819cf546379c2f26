/* SPDX-License-Identifier: MIT */
/* Waits that go on in a cancelled thread, and the threads that are cancelled: check/cancel.c. */
#ifndef CONCC_CANCEL_H
#define CONCC_CANCEL_H

#include "call_graph.h"

/* Why a thread is cancelled, in one or two notes. */
struct cancel_root {
	TSNode node, other; /* other: may be the null node */
	const char *why, *other_why;
};

/* A wait whose failure nobody tests. */
struct cancel_wait {
	TSNode node;
	enum { WAIT_OPERATION, WAIT_CALL, WAIT_STATEMENT } kind;
	int function;
	const struct cancel_root *root; /* null: no cancelled thread is known to get there */
	TSNode through;                 /* the first call on the way; the null node: none */
};

struct cancel_scope {
	TSNode node, name; /* name: the null node if it has none */
	int function;
	int around; /* the innermost one around it, or -1 */
	bool limited;
	/* What is started in it before `until` may still run when a jump leaves it early. */
	TSNode jump; /* the null node: none does */
	size_t until;
	TSNode cancelled; /* a conc_cancel of it, or the null node */
};

struct cancel_scopes {
	struct cancel_scope *list; /* in source order */
	size_t count, room;
};

struct cancel_waits {
	struct cancel_wait *list; /* in source order */
	size_t count, room;
};

/* cancel_waits.c */
void cancel_waits_find(struct unit *unit, struct cancel_waits *waits);
/* cancel_scopes.c: all but what cancels them by name */
void cancel_scopes_find(struct unit *unit, const struct call_graph *graph,
                        struct cancel_scopes *scopes);
/* cancel_room.c: has the channel certainly room for what is sent, so that the send does not wait?
 */
bool cancel_has_room(struct unit *unit, const struct call_graph *graph, TSNode send);
/* Returns the innermost scope of the function around an offset; -1: none. */
int cancel_scope_at(const struct cancel_scopes *scopes, size_t offset, int function);

#endif
