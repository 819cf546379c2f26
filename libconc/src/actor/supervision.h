/* SPDX-License-Identifier: MIT */
/* supervision: actors that fail and are restarted. supervision.c has the rules. */
#ifndef CONC_SRC_SUPERVISION_H
#define CONC_SRC_SUPERVISION_H

#include "actor.h"
#include "conc/actor.h"

struct conc_supervisor {
	struct conc_actor *actor;         /* fixed: the supervisor */
	const struct conc_abi_site *site; /* fixed: for sending it a conc_failure */
	struct conc_supervision rules;    /* fixed */
	/* Written by the thread that handles the supervised actor's messages: */
	unsigned restarts;   /* so far */
	size_t recent, room; /* of times: used, allocated */
	uint64_t *times;     /* restarts in the window, conc_now(), ascending; from malloc */
};

#define CONC_GIVES_UP UINT64_MAX

/* A failure at time now: returns the wait before the restart in ns, and counts the restart; or
 * CONC_GIVES_UP. */
uint64_t conc_supervisor_decide(struct conc_supervisor *s, uint64_t now);

/* Called after a behaviour of actor has returned CONC_FAILED, as if it still ran: with its
 * delivery, and may wait. Returns the actor's disposition: CONC_FAILED ends it. */
conc_disposition conc_supervision_failed(struct conc_actor *actor, const struct conc_abi_site *site,
                                         int status);

/* Frees s, which may be null. */
void conc_supervision_end(struct conc_supervisor *s);

#endif
