/* SPDX-License-Identifier: MIT */
/* What is said of misuse of actors. Each text names message type, actor type and line of the send,
 * as far as there are any. */
#ifndef CONC_SRC_ACTOR_MISUSE_H
#define CONC_SRC_ACTOR_MISUSE_H

#include "actor.h"

#define CONC_MISUSE __attribute__((noreturn, cold))

/* The actor takes no more messages. */
CONC_MISUSE void conc_misuse_ended(const struct conc_actor *actor,
                                   const struct conc_abi_site *site);
/* It is a replica. */
CONC_MISUSE void conc_misuse_replica(const struct conc_actor *actor,
                                     const struct conc_abi_site *site);
/* Stops the program if operation is asked for of a replica. */
void conc_misuse_check_replica(const struct conc_actor *actor, const char *operation,
                               const char *where);
/* There is no system for it to join. */
CONC_MISUSE void conc_misuse_no_system(const struct conc_abi_site *site);
/* A message by a null pointer. */
CONC_MISUSE void conc_misuse_null_message(const struct conc_abi_site *site);
/* A copy with a destroy was sent on already. */
CONC_MISUSE void conc_misuse_moved(const struct conc_abi_site *site);
/* The mailbox is full, and its policy is to fail. */
CONC_MISUSE void conc_misuse_full(const struct conc_actor *actor, const struct conc_abi_site *site);
/* The mailbox is full, its policy is to block, and who would have to empty it is the sender. */
CONC_MISUSE void conc_misuse_own_full(const struct conc_actor *actor,
                                      const struct conc_abi_site *site);
/* Fewer queues than workers; too many queues. */
CONC_MISUSE void conc_misuse_few_queues(unsigned queues, unsigned workers, const char *where);
CONC_MISUSE void conc_misuse_many_queues(unsigned queues, unsigned most, const char *where);
/* Another system runs, which was begun at `since`. */
CONC_MISUSE void conc_misuse_running(const char *since, const char *where);
/* operation (conc_actors_stop …) would wait for the behaviour that calls it. */
CONC_MISUSE void conc_misuse_in_behaviour(const char *operation, const char *where);
/* operation stands outside any behaviour, where it has no meaning. */
CONC_MISUSE void conc_misuse_outside(const char *operation);

/* Stops the program unless what operation changes in the actor is the caller's: before its first
 * send, and in its behaviours. */
void conc_misuse_check_own(const struct conc_actor *actor, const char *operation,
                           const char *where);

/* A message was never received, since its actor ended. */
void conc_unreceived_note(const struct conc_abi_site *site);
/* A system has ended: a warning about all that were noted so far, if there are any. */
void conc_unreceived_report(const char *where);
/* For fork's child, in which they are not missed. */
void conc_unreceived_forget(void);

#endif
