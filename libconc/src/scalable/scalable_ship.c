/* SPDX-License-Identifier: MIT */
/*
 * scalable_ship: replicas that work on another rank (scalable_remote.h has the carrier).
 *
 * Such a replica is a local one with a thread that ships its pieces. Its own object stays blank, as
 * the replica on the other rank was at first, and runs the calls that cannot travel. The state made
 * there comes back as an object of its own, which is imported like any other.
 *
 * Flow control. The other rank is given enough work to last until the next batch comes. The rest
 * stays in the pool for others.
 */
#include "actor/executor.h"
#include "actor/message.h"
#include "conc/duration.h"
#include "conc/thread.h"
#include "scalable.h"
#include "scalable_remote.h"

enum { FLOW = 20000000, NAP = 100000 /* ns */ };

void conc_replica_place_remotely(struct conc_replica *r)
{
	struct conc_scalable *s = r->scalable;
	const struct conc_abi_remote_type *type = conc_remote_type_of(s->type);

	if (conc_remote_ops && type)
		r->remote = conc_remote_ops->open(type, conc_actor_object(r->actor, s->type));
}

/* Returns whether r has as much to do as it may have, while calls wait in the pool. */
static bool is_laden(struct conc_replica *r)
{
	struct conc_scalable *s = r->scalable;
	uint64_t flow = (uint64_t)s->config.flow > FLOW ? (uint64_t)s->config.flow : FLOW;

	/* relaxed: a guess */
	return load_relaxed(&s->queued) &&
	       conc_remote_ops->outstanding(r->remote) * conc_scalable_average(s) > flow;
}

void conc_replica_ship(struct conc_replica *r, struct conc_delivery *d, struct conc_piece *piece)
{
	struct conc_record *record = (struct conc_record *)(void *)piece->begin, *behind;
	struct conc_scalable *s = r->scalable;
	uint64_t shipped = 0;

	d->chunk = piece->chunk;
	for (; (char *)record < piece->end; record = behind) {
		const struct conc_abi_remote_call *call =
		        conc_remote_call_of(conc_record_site(record));
		behind = (struct conc_record *)(void *)((char *)record + conc_record_size(record));
		if (!call) {
			conc_replica_call(r->actor, d, record);
			continue;
		}
		d->record = record;
		conc_remote_ops->run(r->remote, call, conc_record_message(record));
		if (conc_record_needs_finish(record)) conc_delivery_finish(d, record);
		shipped++;
	}
	conc_replica_count(s, r, d, piece, 0);
	conc_tiny_lock_acquire(&s->lock);
	s->sums.remote_calls += shipped;
	conc_tiny_lock_release(&s->lock);
	/* relaxed: a guess; calls put in later are flushed then */
	if (!load_relaxed(&s->queued) || is_laden(r)) conc_remote_ops->flush(r->remote);
	while (is_laden(r)) conc_sleep(NAP);
}

struct conc_replica *conc_replica_fetch(struct conc_replica *r, bool last)
{
	struct conc_scalable *s = r->scalable;
	struct conc_replica *t = conc_replica_allocate(s);

	conc_remote_ops->fetch(r->remote, conc_actor_object(t->actor, s->type), last);
	if (last) r->remote = NULL;
	return t;
}
