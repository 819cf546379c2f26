/* SPDX-License-Identifier: MIT */
/* actor_cold: state that few actors have: an executor, a mailbox, a supervisor, replicas. */
#include <stdlib.h>

#include "actor.h"
#include "kernel/thread.h"
#include "port/stop.h"

struct conc_actor_cold *conc_actor_get_cold(struct conc_actor *actor)
{
	struct conc_actor_cold *cold = actor->conc_cold;

	if (cold) return cold;
	cold = calloc(1, sizeof *cold);
	if (!cold) conc_stop(NULL, conc_thread_self(), "no memory for an actor");
	/* release: publishes it to mailbox_of; other readers see a flag of the ticket first */
	store_release(&actor->conc_cold, cold);
	return cold;
}

void conc_actor_flag(struct conc_actor *actor, uint64_t flag)
{
	uint64_t ticket = load_relaxed(&actor->conc_ticket);

	/* release: publishes conc_cold to a thread that sees the flag */
	if (ticket) store_release(&actor->conc_ticket, ticket | flag);
}
