/* SPDX-License-Identifier: MIT */
/* separate: objects on handlers of their own.
 *
 *     separate stack *s = new separate stack {};
 *     separate (s)                        { push(s, 1); push(s, 2); }
 *     separate (s) require (count(s) > 0) { x = pop(s); }
 *     delete s;
 *
 * Every separate object belongs to one handler, and only its handler, or a client that has it
 * reserved and has synchronised with it, touches it. Calls of functions that return nothing are
 * logged and carried out by the handler in their order; others wait for those before them and are
 * run by the client itself. docs/reference/separate.md is the user's page,
 * docs/protocols/separate.md the runtime's.
 */
#ifndef CONC_SEPARATE_H
#define CONC_SEPARATE_H

#include <stdbool.h>

#include "conc/abi_base.h"

/* The handler of the object has no execution of its own from now on: who reserves it runs the calls
 * itself. conc_set_active takes that back. Both wait for their turn like any reservation, so all
 * that was logged before is carried out first, and both are refused while the caller itself has the
 * handler reserved, or runs on it: the program stops. Setting it twice does nothing. Any thread;
 * may block. */
void conc_set_passive_at(const volatile void *object, const char *where);
void conc_set_active_at(const volatile void *object, const char *where);
#define conc_set_passive(object) conc_set_passive_at(object, CONC_HERE)
#define conc_set_active(object) conc_set_active_at(object, CONC_HERE)

/* Is the object's handler passive? A look: it may change at once. */
bool conc_is_passive(const volatile void *object);

#endif
