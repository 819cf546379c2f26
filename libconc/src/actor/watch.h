/* SPDX-License-Identifier: MIT */
/* watch: who waits for the end of an actor. watch.c has the idea and the protocol. */
#ifndef CONC_SRC_WATCH_H
#define CONC_SRC_WATCH_H

#include "actor.h"

/* The actor has ended: its destroy, if it runs, has run, and no behaviour will. Tells all that wait
 * for that, unless they were told before. status: of conc_fail, or 0. If the actor's memory is the
 * program's, it may be gone when this returns. */
void conc_actor_ended(struct conc_actor *actor, enum conc_ended_why why, int status);

/* The same in two steps, for a thread that holds the actor, and lets it go in between. to_tell: of
 * the caller; initialised here. Its actor is null if nobody is to be told. */
void conc_watch_end(struct conc_actor *actor, enum conc_ended_why why, int status,
                    struct conc_ends *to_tell);
void conc_watch_tell_slow(struct conc_ends *to_tell);
static inline void conc_watch_tell(struct conc_ends *to_tell)
{
	if (CONC_UNLIKELY(to_tell->actor != NULL)) conc_watch_tell_slow(to_tell);
}

/* An executor has stopped, and its queues have no numbers any more: its actors have ended. */
void conc_watch_stop(void);

/* In fork's child: those that waited are gone. */
void conc_watch_forget(void);

#endif
