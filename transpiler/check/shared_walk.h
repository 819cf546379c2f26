/* SPDX-License-Identifier: MIT */
/* The walk through a function: shared_walk.c has the uses, shared_sync.c what may order them. */
#ifndef CONCC_SHARED_WALK_H
#define CONCC_SHARED_WALK_H

#include "shared.h"

struct separate_use;

struct walk {
	struct shared *shared;
	struct unit *unit;
	struct shared_function *function;
	int index;
	TSNode *around; /* the nodes around this one, the innermost last */
	size_t depth, room;
};

/* Returns the node around the one that is looked at, which is no pair of parentheses. */
TSNode walk_outside(const struct walk *walk);
void walk_add_use(struct walk *walk, struct shared_use use);
/* Adds the locks that statements and parameters hold at a node. */
void walk_mark_locks(struct walk *walk, TSNode node, struct lock_marks *locks);

struct sync *walk_add_sync(struct walk *walk, TSNode node, unsigned effects);
/* What the use of a separate object by its client does. */
unsigned walk_effects_of_separate(const struct separate_use *use);
void walk_call(struct walk *walk, TSNode call);
void walk_binary(struct walk *walk, TSNode node);
void walk_delete(struct walk *walk, TSNode node);
void walk_mutex(struct walk *walk, TSNode statement);

#endif
