/* SPDX-License-Identifier: MIT */
/* Objects that a function made and that no other thread knows yet, or knows any more. */
#ifndef CONCC_OWNED_H
#define CONCC_OWNED_H

#include "live.h"

/* Is the object with this place certainly, as far as one can see, used by no other thread when
 * control is at a node of the function? Otherwise *since is where another one got it, or the null
 * node: the function did not make the object. */
bool owned_at(struct live *live, int function, const char *place, TSNode at, TSNode *since);

/* Has the value just been made here, by new, malloc or a function that returns what it has made? */
bool value_is_made(struct live *live, TSNode value);
/* Does the called function of the unit keep the address that it gets as this argument? */
bool argument_is_kept(struct live *live, TSNode call, int index);

#endif
