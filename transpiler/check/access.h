/* SPDX-License-Identifier: MIT */
/* Uses of members and variables, as the checks of data see them. */
#ifndef CONCC_ACCESS_H
#define CONCC_ACCESS_H

#include "tree/unit.h"
#include "types/clang.h"

/* Returns the kind of the object that a field_expression is a member of, or null. */
const struct kind *kind_of_member(struct unit *unit, TSNode field);
/* Is it the member of a monitor? */
bool is_of_monitor(struct unit *unit, TSNode field);
/* Is it constant, atomic, or does it synchronise itself? */
bool needs_no_lock(struct unit *unit, CXType type);
/* The same for one of its members, at any depth. */
bool holds_synchronisation(struct unit *unit, CXType type);
/* Returns the largest path inside one object that node is the beginning of: a->at.x[3] of a->at. */
TSNode whole_path(struct unit *unit, TSNode node);
/* Does the node around a whole path, its node_outside, assign, count or receive into it? */
bool is_written(struct unit *unit, TSNode path, TSNode parent);
/* Is it sizeof and the like, which evaluates nothing? */
bool is_unevaluated(TSNode node);

#endif
