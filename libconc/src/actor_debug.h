/* SPDX-License-Identifier: MIT */
/*
 * actor_debug: with CONC_DEBUG=1, messages that change on their way, and sends to freed memory.
 *
 * A record with a pointer to a message then has a hash of it behind the pointer. Actors and
 * messages that are deleted stay in a quarantine for a while, and their hidden members say what
 * they were. When off, conc_actor_debug is false, and nothing else is in the way.
 */
#ifndef CONC_SRC_ACTOR_DEBUG_H
#define CONC_SRC_ACTOR_DEBUG_H

#include <stdlib.h>

#include "actor.h"

/* Before a send: stops the program if actor or message were deleted. kind: how it goes. */
void conc_actor_debug_send(const struct conc_actor *actor, const struct conc_abi_site *site,
                           const void *message, enum conc_abi_record kind);

/* For fork's child: others may have been at the quarantine, which begins anew. */
void conc_actor_debug_forget(void);

/* Frees what conc_abi_new_object made; its conc_made says that it was deleted. */
void conc_object_free(void *object, size_t size);

#endif
