/* SPDX-License-Identifier: MIT */
/* separate: objects on handlers of their own.
 *
 *     separate stack *s = new separate stack {};
 *     separate (s)                        { push(s, 1); push(s, 2); }
 *     separate (s) require (count(s) > 0) { x = pop(s); }
 *     delete s;
 *
 * Every separate object belongs to one handler. Only the handler, or a client that has reserved the
 * object and synchronised with it, touches the object. Calls of functions that return nothing are
 * logged, and the handler runs them in order. The client itself runs other calls, after waiting for
 * the calls before them. The user's page is docs/reference/separate.md, the runtime's
 * docs/protocols/separate.md. */
#ifndef CONC_SEPARATE_H
#define CONC_SEPARATE_H

#include <stdbool.h>

#include "conc/abi_base.h"

/* conc_set_passive takes the execution of the object's handler away: a client that reserves it then
 * runs the calls itself. conc_set_active takes that back. Both wait for their turn like a
 * reservation, so all calls logged before run first. Both stop the program if the caller has the
 * handler reserved, or runs on it. A call that changes nothing has no effect. Any thread; may
 * block. */
void conc_set_passive_at(const volatile void *object, const char *where);
void conc_set_active_at(const volatile void *object, const char *where);
#define conc_set_passive(object) conc_set_passive_at(object, CONC_HERE)
#define conc_set_active(object) conc_set_active_at(object, CONC_HERE)

/* Returns whether the object's handler is passive, which may change at once. */
bool conc_is_passive(const volatile void *object);

#endif
