/* SPDX-License-Identifier: MIT */
/* Prototypes in front of an item. */
#ifndef CONCC_PROTOTYPE_H
#define CONCC_PROTOTYPE_H

#include "types.h"

struct text;

/* Is the declaration inside item? An implicit declaration is at the call. */
bool declared_in_item(struct unit *unit, CXCursor declaration, TSNode item);
/* Is it a prototype that one of ours would repeat? */
bool is_bare_prototype(struct unit *unit, TSNode declaration);
/* Adds to out the prototype of a function that item itself declares, to be put in front of item.
 * Adds nothing for a function declared before item. */
void add_prototype(struct unit *unit, CXCursor declaration, TSNode item, struct text *out);
/* Returns the type in a form that can precede a name; takes ownership of the heap copy. */
char *declarable(char *type);

#endif
