/* SPDX-License-Identifier: MIT */
/*
 * scalable_replica: the threads of replicas, and how they end.
 *
 *     working ── itself: the pool is empty ──► idle (listed, parks)
 *     idle ── who pushes, gives a transient or gathers unlists it ──► working
 *     idle ── linger has passed, all are idle: asks for a collapse ──► idle
 *     working ── itself: the actor gathers, the pool is empty ──► closed
 *     closed ── another is done, nobody waits: imports that one ──► closed
 *     closed ── itself ──► done (listed), its thread ends
 *     done ── the gathering thread, or another that is done, imports it ──► gone
 *
 * A replica has published its sends before it is done, so sends made after the merge come later.
 */
#include "actor/executor.h"
#include "actor/message.h"
#include "actor/outbox.h"
#include "conc/thread.h"
#include "kernel/recorder.h"
#include "port/stop.h"
#include "scalable.h"

/* ---- calls ---- */

void conc_replica_call(struct conc_actor *actor, struct conc_delivery *d,
                       struct conc_record *record)
{
	const struct conc_abi_site *site = conc_record_site(record);
	conc_disposition how;

	d->record = record;
	if (CONC_UNLIKELY(conc_debug)) conc_actor_check_record(record);
	conc_edge_to(conc_record_message(record));
	conc_edge_to(actor);
	conc_record(conc_processor_current(), HANDLES, conc_processor_current()->current, actor,
	            site->conc_message->conc_name, site->conc_actor->conc_name);
	how = site->conc_run(actor, conc_record_message(record));
	conc_record(conc_processor_current(), HANDLED, conc_processor_current()->current, NULL,
	            NULL, NULL);
	if (CONC_UNLIKELY(how != CONC_NODELETE))
		conc_stop(site->conc_where, conc_thread_self(),
		          "the scalable behaviour of actor '%s' for message '%s' returns a "
		          "disposition",
		          site->conc_actor->conc_name, site->conc_message->conc_name);
	conc_record_edge_from(record);
	conc_edge_from(actor);
	if (conc_record_needs_finish(record)) conc_delivery_finish(d, record);
	conc_edge_from(d->executor);
}

void conc_replica_count(struct conc_scalable *s, struct conc_replica *r, struct conc_delivery *d,
                        struct conc_piece *piece, uint64_t spent)
{
	conc_chunk_let_go(conc_processor_current(), piece->chunk);
	d->record = NULL;
	/* relaxed: a count */
	add_relaxed(&d->executor->outside, (uint64_t)piece->count);
	conc_tiny_lock_acquire(&s->lock);
	s->worked += spent;
	s->sums.working += spent;
	if (r) s->sums.calls += piece->count;
	else s->sums.inline_calls += piece->count;
	conc_piece_pool_free(s, piece);
	conc_tiny_lock_release(&s->lock);
}

static void look_around(struct conc_scalable *s, struct conc_replica *r)
{
	conc_replica_import_transfers(s, r->actor, &r->transfers);
	if (s->config.interval && (uint64_t)conc_now() >= r->due) conc_replica_transfer(r);
}

void conc_replica_run(struct conc_scalable *s, struct conc_replica *r, struct conc_delivery *d,
                      struct conc_piece *piece)
{
	struct conc_record *record = (struct conc_record *)(void *)piece->begin, *behind;
	uint64_t since = (uint64_t)conc_now(), spent, sample, average;
	struct conc_actor *actor = r ? r->actor : s->actor;

	d->chunk = piece->chunk;
	for (; (char *)record < piece->end; record = behind) {
		behind = (struct conc_record *)(void *)((char *)record + conc_record_size(record));
		conc_replica_call(actor, d, record);
		if (r) look_around(s, r);
	}
	spent = (uint64_t)conc_now() - since;
	/* Moves the average duration of a call a quarter of the way to this sample, in 1/256 ns.
	 * relaxed: a guess */
	sample = (spent << 8) / piece->count;
	average = load_relaxed(&s->average);
	store_relaxed(&s->average, average ? average - average / 4 + sample / 4 : sample + 1);
	conc_replica_count(s, r, d, piece, spent);
}

/* ---- looking for work ---- */

/* Waits until r is unlisted. When linger has passed, asks for a collapse if all are idle. */
static void wait_idle(struct conc_scalable *s, struct conc_replica *r)
{
	uint64_t linger = (uint64_t)s->config.linger;
	bool ask = false;

	conc_thread_waits(r->thread, "scalable messages to actor", s->actor, NULL, NULL);
	/* relaxed: its setter then looks for idle replicas under the lock that r was listed in */
	if (load_relaxed(&s->executor->awaited)) linger = 0;
	if (conc_thread_park_until(r->thread, (uint64_t)conc_now() + linger) == 0) return;
	conc_tiny_lock_acquire(&s->lock);
	if (r->idle && s->idlers == s->alive && !s->asked) ask = s->asked = true;
	conc_tiny_lock_release(&s->lock);
	if (ask) conc_scalable_send_note(s, &conc_collapse_site);
	/* the thread that unlists r, or has, gives the permit */
	conc_thread_waits(r->thread, "scalable messages to actor", s->actor, NULL, NULL);
	conc_thread_park(r->thread);
}

/* Returns the next piece; null: the actor gathers, and the pool is empty. */
static struct conc_piece *next_piece(struct conc_scalable *s, struct conc_replica *r)
{
	struct conc_piece *piece = NULL;
	bool gathering = false;

	while (!piece && !gathering) {
		conc_replica_import_transfers(s, r->actor, &r->transfers);
		conc_tiny_lock_acquire(&s->lock);
		piece = conc_piece_pool_take(s);
		gathering = s->gathering;
		if (!piece && !gathering && !load_relaxed(&r->transfers)) {
			conc_piece_pool_list_idle(s, r);
			conc_tiny_lock_release(&s->lock);
			wait_idle(s, r);
		} else {
			conc_tiny_lock_release(&s->lock);
		}
	}
	return piece;
}

/* ---- the end ---- */

void conc_scalable_merged(struct conc_scalable *s)
{
	s->alive--;
	s->sums.merges++;
	/* relaxed: a count */
	sub_relaxed(&s->executor->replicas, 1u);
}

static void close_transfers(struct conc_scalable *s, struct conc_replica *r)
{
	bool closed = false;

	while (!closed) {
		conc_replica_import_transfers(s, r->actor, &r->transfers);
		conc_tiny_lock_acquire(&s->lock);
		closed = r->closed = !load_relaxed(&r->transfers);
		if (closed) s->places[r->number - 1] = NULL;
		conc_tiny_lock_release(&s->lock);
	}
}

static void replica_finish(struct conc_scalable *s, struct conc_replica *r)
{
	struct conc_thread *gatherer;
	struct conc_replica *other;

	close_transfers(s, r);
	for (;;) {
		conc_outbox_publish(conc_processor_current());
		conc_tiny_lock_acquire(&s->lock);
		/* takes a done replica unless the gatherer waits for it */
		other = s->gatherer ? NULL : s->done;
		if (!other) break;
		s->done = other->next;
		conc_scalable_merged(s);
		conc_tiny_lock_release(&s->lock);
		conc_replica_import(s, r->actor, other);
	}
	r->next = s->done;
	s->done = r;
	gatherer = s->gatherer;
	s->gatherer = NULL;
	conc_tiny_lock_release(&s->lock);
	if (gatherer) conc_thread_unpark(gatherer);
}

static void replica_main(void *frame)
{
	struct conc_replica *r = *(struct conc_replica **)frame;
	struct conc_scalable *s = r->scalable;
	struct conc_delivery d = {.executor = s->executor};
	struct conc_thread *self = conc_thread_self();
	struct conc_piece *piece;

	r->thread = self;
	r->due = (uint64_t)conc_now() + (uint64_t)s->config.interval;
	self->delivery = &d;
	while ((piece = next_piece(s, r))) {
		struct conc_processor *p;
		if (r->remote) conc_replica_ship(r, &d, piece);
		else conc_replica_run(s, r, &d, piece);
		if (r->remote) look_around(s, r);
		/* lets other threads of the processor run if any wait; relaxed: hints */
		p = conc_processor_current();
		if (conc_ring_count(&p->ring) || conc_deque_count(&p->deque) ||
		    load_relaxed(&conc_scheduler.inject_count) || load_relaxed(&p->attention))
			conc_yield();
	}
	self->delivery = NULL;
	if (r->remote) conc_replica_import(s, r->actor, conc_replica_fetch(r, true));
	replica_finish(s, r);
}

/* ---- the beginning ---- */

/* Counts one more replica of the system. Returns false if it has as many as it may. */
static bool count_in(struct conc_executor *ex)
{
	uint32_t most = ex->config.replicas;

	/* relaxed: a count */
	if (add_relaxed(&ex->replicas, 1u) < most || !most) return true;
	sub_relaxed(&ex->replicas, 1u);
	return false;
}

bool conc_replica_start(struct conc_scalable *s)
{
	struct conc_replica *r;

	/* without the lock: only the handler starts replicas */
	if (s->number >= s->config.replicas || !count_in(s->executor)) return false;
	r = conc_replica_new(s, s->actor);
	conc_tiny_lock_acquire(&s->lock);
	r->number = ++s->number;
	s->places[r->number - 1] = r;
	s->sums.replicas++;
	if (++s->alive > s->sums.most) s->sums.most = s->alive;
	conc_tiny_lock_release(&s->lock);
	if (r->number > s->locals) conc_replica_place_remotely(r);
	s->ships |= r->remote != NULL;
	conc_worker_spawn(s->name, replica_main, r);
	/* otherwise it would wait, ready on this processor, for the handler's next call */
	conc_scheduler_wake();
	return true;
}
