/* SPDX-License-Identifier: MIT */
/* Names of objects, by which checks compare expressions of one function.
 *
 * A place is the text of the path to an object: its variable as "@" and the offset of the
 * declaration, then ".member", "[index]" and "*" for each pointer that is followed. A pointer that
 * is initialised and never changed stands for its initialiser. So `a` is the same place as
 * `self->from` after `account *a = self->from;`. */
#ifndef CONCC_PLACE_H
#define CONCC_PLACE_H

#include "tree/unit.h"

struct text;

/* Appends the place of the object that an lvalue is. */
void place_of(struct unit *unit, TSNode lvalue, struct text *place);
/* Appends the place of the object that a pointer points to. */
void place_pointed(struct unit *unit, TSNode pointer, struct text *place);
/* Returns the place of the object that an operand is or points to, as in mutex (a); heap copy. */
char *place_of_operand(struct unit *unit, TSNode operand);
/* Returns the expression without the parentheses and casts around it. */
TSNode place_value(TSNode node);
/* Returns the offset of the declaration that a place begins with; -1: none is known. */
long place_root(const char *place);
/* Does it have an index like a[i % n]? Nobody knows which element that is another time. */
bool place_is_computed(const char *place);
/* Cuts the place at the first index that is no number: what is left is the array. False: there is
 * none. */
bool place_cut_at_index(char *place);
/* Does the code in node change a pointer or an index that the place goes through? */
bool place_changes(struct unit *unit, const char *place, TSNode node);

#endif
