/* SPDX-License-Identifier: MIT */
/* Uses of members and variables, as the checks of data see them. */
#ifndef CONCC_ACCESS_H
#define CONCC_ACCESS_H

#include "tree/unit.h"
#include "types/clang.h"

struct guards;

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
/* Is the path a part of a monitor, of what is atomic or guarded, or of a separate object? */
bool path_is_protected(struct unit *unit, const struct guards *guards, TSNode path);
/* needs_no_lock of the object; a const that only the pointer to it has does not count. */
bool path_is_free(struct unit *unit, TSNode path);
/* Returns the type of the parameter for an argument; of kind CXType_Invalid: not known, or none. */
CXType argument_type(struct unit *unit, TSNode call, TSNode argument);
/* Returns the type of what a pointer, or an array, points to. */
CXType pointee_at(struct unit *unit, TSNode pointer);
/* Returns the address that is taken of a whole path: &x around it, or an array itself; or the null
 * node. */
TSNode address_of_path(struct unit *unit, TSNode path);
/* May the object be changed through this address of it, or this array? In a call the parameter's
 * const decides. */
bool address_writes(struct unit *unit, TSNode address);
/* May any thread use such an object through a pointer: is each part const, atomic, guarded, or does
 * it synchronise itself? Else *wrong, unless wrong is null, is the first member that does not,
 * beside one that does; or the null cursor. */
bool type_is_shareable(struct unit *unit, const struct guards *guards, CXType type,
                       CXCursor *wrong);
/* Is it sizeof and the like, which evaluates nothing? */
bool is_unevaluated(TSNode node);

#endif
