/* SPDX-License-Identifier: MIT */
/* The messages about misuse of actors. Each names the message type, the actor type and the line of
 * the send, as far as there are any. */
#ifndef CONC_SRC_ACTOR_MISUSE_H
#define CONC_SRC_ACTOR_MISUSE_H

#include "actor.h"

#define CONC_MISUSE __attribute__((noreturn, cold))

/* The actor cannot take the message, for it is an actor "which …". */
CONC_MISUSE void conc_misuse_refused(const struct conc_actor *actor,
                                     const struct conc_abi_site *site, const char *which);
CONC_MISUSE void conc_misuse_replica(const struct conc_actor *actor,
                                     const struct conc_abi_site *site);
/* Stops the program if operation was called on a replica. */
void conc_misuse_check_replica(const struct conc_actor *actor, const char *operation,
                               const char *where);
/* No system is running that the actor could join. */
CONC_MISUSE void conc_misuse_no_system(const struct conc_abi_site *site);
CONC_MISUSE void conc_misuse_null_message(const struct conc_abi_site *site);
/* The mailbox is full, its policy is to block, and the sender is its own actor. */
CONC_MISUSE void conc_misuse_own_full(const struct conc_actor *actor,
                                      const struct conc_abi_site *site);
CONC_MISUSE void conc_misuse_many_queues(unsigned queues, const char *where);
/* Another system is running, started at `since`. */
CONC_MISUSE void conc_misuse_running(const char *since, const char *where);

/* Stops the program unless operation may change the actor: before the first send to it, or in one
 * of its behaviours. */
void conc_misuse_check_own(const struct conc_actor *actor, const char *operation,
                           const char *where);

/* Stops the program if nobody can wait for the actor's end: it was deleted, or the caller is in its
 * behaviour. */
void conc_misuse_check_end(const struct conc_actor *actor, const char *where);

/* conc_watch of the actor, of that static type: stops the program if it cannot be watched by
 * watcher. site: of the message to the watcher. */
void conc_misuse_check_watch(const struct conc_actor *actor, const struct conc_abi_type *type,
                             const struct conc_actor *watcher, const struct conc_abi_site *site);
CONC_MISUSE void conc_misuse_watch_null(const char *operation, const char *where);

/* Notes a message that was never received, since its actor ended. Not a conc_end. */
void conc_unreceived_note(const struct conc_abi_site *site);
/* A system has ended: warns about all messages noted so far, if any, and forgets them. */
void conc_unreceived_report(const char *where);
/* Forgets them in fork's child: the parent reports them. */
void conc_unreceived_forget(void);

#endif
