/* SPDX-License-Identifier: MIT */
/* actor_join: an actor gets its queue with the first message that is sent to it. */
#include "executor.h"

const struct conc_scalable_operations *conc_scalable;
struct conc_executor *conc_actors_system;

uint64_t conc_executor_join(struct conc_processor *p, struct conc_actor *actor,
                            const struct conc_abi_site *site)
{
	/* acquire: pairs with conc_actor_get_cold, if another sender was first */
	struct conc_actor_cold *cold = load_acquire(&actor->conc_cold);
	/* acquire: pairs with conc_abi_actors_start */
	struct conc_executor *ex =
	        cold && cold->placed ? cold->placed : load_acquire(&conc_actors_system);
	/* the rules of scalable behaviours; the unit that made the actor may lack them */
	const struct conc_abi_scaling *scaling = site->conc_actor->conc_scaling;
	struct conc_outbox_entry *entry;
	uint64_t ticket, seen = 0;
	const struct conc_queue *queue;
	uint32_t number, joined;

	if (!ex) return 0;
	if (p->joins >= ex->queue_count) p->joins = 0;
	number = ex->first_queue + p->joins++;
	/* acquire: pairs with make_queues; null: another thread stops the executor meanwhile */
	queue = load_acquire(&conc_queues[number]);
	if (!queue) return 0;
	ticket = queue->ticket;
	if (cold && cold->mailbox) ticket |= CONC_TICKET_SPECIAL;
	if (!scaling && actor->conc_type) scaling = actor->conc_type->conc_scaling;
	if (scaling) {
		conc_verify_leaves_out("the order in which replicas take messages");
		store_relaxed(&conc_scalable, scaling->conc_operations);
		ticket |= CONC_TICKET_SCALABLE;
	}
	/* acq_rel: another thread may make its first send at the same time */
	if (!cas_acq_rel(&actor->conc_ticket, &seen, ticket)) return seen;
	if (p->foreign) {
		add_relaxed(&ex->joined, UINT64_C(1));
		return ticket;
	}
	entry = &conc_outbox_get(p)->entries[number];
	joined = load_relaxed(&entry->joined);
	if (joined) conc_verify_leaves_out("the order in which more than 8 actors take messages");
	store_relaxed(&entry->joined, joined + 1);
	return ticket;
}
