/* SPDX-License-Identifier: MIT */
/* Uses of an object that a function has handed on. */
#ifndef CONCC_USE_H
#define CONCC_USE_H

#include "handed.h"

struct use {
	enum { READS, CHANGES, FREES } how;
	TSNode node, event; /* event: of the control-flow graph (live.h) */
	long member; /* the offset of the declaration of the member; -1: all of it, an element */
};

/* May a use of the object begin with this node? */
bool use_may_begin(struct unit *unit, const struct handed *handed, TSNode node);
/* Finds the use of the object by the path that begins with a name. False: there is none. */
bool use_at(struct unit *unit, const struct handed *handed, TSNode name, struct use *use);

#endif
