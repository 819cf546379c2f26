/* SPDX-License-Identifier: MIT */
/* supervision: actors that fail and begin again; supervision.c has the rules. */
#ifndef CONC_SRC_SUPERVISION_H
#define CONC_SRC_SUPERVISION_H

#include "actor.h"
#include "conc/actor.h"

struct conc_supervisor {
	struct conc_actor *actor;         /* fixed: who is told; */
	const struct conc_abi_site *site; /* fixed: how */
	struct conc_supervision rules;    /* fixed */
	/* Written where the supervised actor's messages are handled: */
	unsigned restarts;   /* so far */
	size_t recent, room; /* of times: used, allocated */
	uint64_t *times;     /* restarts in the window, conc_now(), ascending; from malloc */
};

#define CONC_GIVES_UP UINT64_MAX

/* A failure at time now: yields how many nanoseconds to wait before the restart, which is counted,
 * or CONC_GIVES_UP. */
uint64_t conc_supervisor_decide(struct conc_supervisor *s, uint64_t now);

/* A behaviour of actor has returned CONC_FAILED. Called in its place, with its delivery the current
 * one, and may wait, as it may. Yields what becomes of the actor. */
conc_disposition conc_supervision_failed(struct conc_actor *actor, const struct conc_abi_site *site,
                                         int status);

/* The supervised actor ends. Null does nothing. */
void conc_supervision_end(struct conc_supervisor *s);

#endif
