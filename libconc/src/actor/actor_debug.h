/* SPDX-License-Identifier: MIT */
/*
 * actor_debug: with CONC_DEBUG=1, finds messages that change on their way, and sends to freed
 * memory.
 *
 * A record with a pointer to a message has a hash of the message after the pointer. Deleted actors
 * and messages stay in a quarantine for a while, and their hidden members say that they were
 * deleted. If debug mode is off, the only cost is to test conc_debug.
 */
#ifndef CONC_SRC_ACTOR_DEBUG_H
#define CONC_SRC_ACTOR_DEBUG_H

#include <stdlib.h>

#include "actor.h"

/* Before a send: stops the program if actor or message was deleted. kind: the record's. */
void conc_actor_debug_send(const struct conc_actor *actor, const struct conc_abi_site *site,
                           const void *message, enum conc_abi_record kind);

/* Frees an object made by conc_abi_new_object, whose conc_made says CONC_MADE_DELETED. */
void conc_object_free(void *object, size_t size);

#endif
