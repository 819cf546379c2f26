/* SPDX-License-Identifier: MIT */
/* `guarded (LOCK)` behind a member or a variable: what it declares. */
#ifndef CONCC_GUARD_H
#define CONCC_GUARD_H

#include "types/types.h"

struct text;

struct guard {
	TSNode specifier, lock; /* guarded (lock) */
	TSNode name;            /* what is guarded; null node: it stands in a wrong place */
	TSNode members;         /* the field_declaration_list around; null node: a variable */
};

struct guards {
	struct guard *list;
	size_t count, room;
};

/* Finds all of the unit; the caller frees the list. */
void guards_collect(const struct unit *unit, struct guards *guards);
/* Returns the guard of the member or variable that a name or field_expression is; null: none. */
const struct guard *guard_at(struct unit *unit, const struct guards *guards, TSNode node);
struct guard guard_of(TSNode specifier);
/* Finds the type of the lock expression. False: its first name, or a member, is not known. */
bool guard_lock_type(struct unit *unit, const struct guard *guard, CXType *type);
/* Appends the lock's place, for the member of the object with this place, or for the variable. */
void guard_place(struct unit *unit, const struct guard *guard, const char *object,
                 struct text *place);

#endif
