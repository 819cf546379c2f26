/* SPDX-License-Identifier: MIT */
/* watch: who is told of the end of an actor. watch.c has the idea and the protocol. */
#ifndef CONC_SRC_WATCH_H
#define CONC_SRC_WATCH_H

#include "executor.h"

/* In conc_ended: the ender still uses the actor. */
enum { CONC_ENDED_LOOKS = 128 };

/* The actor of ends has ended: moves what is listed to to_tell, and takes back what it watches. */
void conc_watch_take(struct conc_ends *ends, uint8_t why, int status, struct conc_ends *to_tell);
void conc_watch_tell_slow(struct conc_ends *to_tell);

void conc_watch_leave_slow(struct conc_ends *ends);

/* Before the fence behind which the actor's memory goes: it is sent no conc_end any more. */
static inline void conc_watch_leave(struct conc_actor *actor)
{
	struct conc_actor_cold *cold;

	/* relaxed: before the barrier */
	store_relaxed(&actor->conc_leaves, 1);
	conc_executor_light_barrier(); /* pairs with the heavy one in begin_watch */
	/* acquire: as in conc_watch_end */
	cold = load_acquire(&actor->conc_cold);
	if (CONC_UNLIKELY(cold != NULL) && load_acquire(&cold->ends.uses))
		conc_watch_leave_slow(&cold->ends);
}

/* The actor has ended: its destroy, if it runs, has run, and no behaviour will. Finds out whom to
 * tell, unless they were told before. The caller does not use the actor any more, except to let it
 * go, and then calls conc_watch_tell. to_tell: of the caller; its actor is null if there is nobody.
 * status: of conc_fail, or 0. */
static inline void conc_watch_end(struct conc_actor *actor, enum conc_ended_why why, int status,
                                  struct conc_ends *to_tell)
{
	struct conc_actor_cold *cold;

	to_tell->actor = NULL;
	/* relaxed: only the caller writes it */
	if (load_relaxed(&actor->conc_ended)) return;
	actor->conc_status = status;
	/* release: publishes what was done to the actor, to has_ended and listen */
	store_release(&actor->conc_ended, (uint8_t)(why | CONC_ENDED_LOOKS));
	conc_executor_light_barrier(); /* pairs with the heavy one in listen */
	/* acquire: pairs with conc_actor_get_cold of a thread that waits */
	cold = load_acquire(&actor->conc_cold);
	/* acquire: pairs with unlist_watch and leave_all */
	if (CONC_UNLIKELY(cold != NULL) &&
	    (load_acquire(&cold->ends.listed) || load_acquire(&cold->ends.uses)))
		conc_watch_take(&cold->ends, (uint8_t)why, status, to_tell);
	/* release: pairs with has_ended; the caller does not use the actor any more */
	store_release(&actor->conc_ended, (uint8_t)why);
}

static inline void conc_watch_tell(struct conc_ends *to_tell)
{
	if (CONC_UNLIKELY(to_tell->actor != NULL)) conc_watch_tell_slow(to_tell);
}

/* Both. If the actor's memory is the program's, it may be gone when this returns. */
static inline void conc_actor_ended(struct conc_actor *actor, enum conc_ended_why why, int status)
{
	struct conc_ends to_tell;

	conc_watch_end(actor, why, status, &to_tell);
	conc_watch_tell(&to_tell);
}

/* An executor has stopped, and its queues have no numbers any more: its actors have ended. */
void conc_watch_stop(void);

/* In fork's child: those that waited are gone. */
void conc_watch_forget(void);

#endif
