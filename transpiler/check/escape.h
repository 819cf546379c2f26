/* SPDX-License-Identifier: MIT */
/* The parts of check_escapes. */
#ifndef CONCC_ESCAPE_H
#define CONCC_ESCAPE_H

#include "after.h"
#include "given.h"

/* Warns about members of actors that are used outside of their behaviours. */
void check_actor_members(struct after *after, const struct given *given);

#endif
