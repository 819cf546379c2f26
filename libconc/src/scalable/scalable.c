/* SPDX-License-Identifier: MIT */
/*
 * scalable: the handler's side: whether to split, what goes to the replicas, and gathering. The
 * picture is in scalable.h.
 *
 *     whole ── a scalable message, and splitting is worth it: the handler ──► split
 *     split ── anything else comes; linger has passed: the handler ──► gathering
 *     gathering ── the pool is empty, all replicas are merged: the same ──► whole
 *
 * Whether a split is worth it. It costs exports, imports, threads and wake-ups. It saves the time
 * that calls wait: their number times the duration of the last ones, less the time that the last
 * split spent on merging. The handler looks at the clock every 20 us or so, not for each call.
 *
 * Invariants.
 * - A piece lies in one chunk, and is pushed whole: no message waits in the handler.
 * - Only the handler touches the actor's own state; it also gathers. It may wait anywhere here (for
 *   exports, imports, calls, replicas): then the actor is held, as for any behaviour that waits.
 */
#include "scalable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actor/executor.h"
#include "actor/mailbox.h"
#include "actor/message.h"
#include "conc/thread.h"
#include "port/layout.h"
#include "port/stop.h"

enum {
	LOOK = 20000,       /* ns between two looks at the clock */
	STRIDE_MAX = 1024,  /* calls between two looks at most */
	GRAIN_TIME = 50000, /* ns of work in a piece */
	GRAIN_MAX = 256,    /* calls in a piece at most */
	GIVE_COST = 50,     /* ns to give a call to a replica */
	SPLIT_COST = 10000, /* ns for each replica, without export and import */
	QUEUED_MIN = 2,     /* calls for each replica that may always be queued */
	UNMEASURED = 8,     /* the same, until the duration of calls is known */
	LONG = 1000000,     /* ns of a call that is given away although nothing waits */
	SHORT = 50000,      /* ns: a shorter call is not given away if it is alone */
	CHUNKS_LOOKED = 16, /* to estimate how much waits */
	REFUSALS = 64,      /* after which a split is tried although merging took long */
};

CONC_LAYOUT(scalable_layout) = {
        CONC_LAYOUT_AT(scalable, next),    CONC_LAYOUT_AT(scalable, actor),
        CONC_LAYOUT_AT(scalable, type),    CONC_LAYOUT_AT(scalable, config.replicas),
        CONC_LAYOUT_AT(scalable, alive),   CONC_LAYOUT_AT(scalable, idlers),
        CONC_LAYOUT_AT(scalable, remotes), CONC_LAYOUT_AT(scalable, queued),
        CONC_LAYOUT_AT(scalable, inlined), CONC_LAYOUT_AT(scalable, sums.calls),
};

/* ---- the structure of an actor ---- */

static struct conc_scalable *
scalable_make(struct conc_actor *actor, const struct conc_abi_site *site, struct conc_executor *ex)
{
	struct conc_scalable *s = aligned_alloc(CONC_CACHE_LINE, sizeof *s);
	const struct conc_abi_type *type = actor->conc_type;

	if (!s) conc_stop(NULL, conc_thread_self(), "no memory for an actor");
	memset(s, 0, sizeof *s);
	s->actor = actor;
	s->type = type && type->conc_scaling ? type : site->conc_actor;
	s->executor = ex;
	s->config = conc_scaling_of(actor, s->type, ex);
	if (s->config.replicas > s->config.remote)
		s->locals = s->config.replicas - s->config.remote;
	snprintf(s->name, sizeof s->name, "replica of %s", s->type->conc_name);
	s->stride = 1;
	s->users = 1;
	conc_tiny_lock_acquire(&ex->lock);
	s->next = ex->scalables;
	s->link = &ex->scalables;
	if (s->next) s->next->link = &s->next;
	ex->scalables = s;
	conc_tiny_lock_release(&ex->lock);
	/* release: publishes it to conc_abi_scaling_statistics */
	store_release(&conc_actor_get_cold(actor)->scalable, s);
	return s;
}

/* Drops one use of s, and frees s with the last. The caller holds the lock; it is released. */
static void let_go(struct conc_scalable *s)
{
	struct conc_replica *spare, *next;
	struct conc_piece *piece, *following;
	bool last = --s->users == 0;

	conc_tiny_lock_release(&s->lock);
	if (!last) return;
	for (spare = s->spare; spare; spare = next) {
		next = spare->next;
		free(spare);
	}
	for (piece = s->free_pieces; piece; piece = following) {
		following = piece->next;
		free(piece);
	}
	free(s->places);
	free(s);
}

static void conc_scalable_end(struct conc_scalable *s)
{
	struct conc_executor *ex = s->executor;

	/* in fork's child: its locks may be held for ever, so it is left as it is */
	if (ex && !conc_queue_of(load_relaxed(&s->actor->conc_ticket))) return;
	if (ex) {
		conc_tiny_lock_acquire(&ex->lock);
		*s->link = s->next;
		if (s->next) s->next->link = s->link;
		conc_scaling_add(&ex->scaling, &s->sums);
		ex->scaling.inline_calls += load_relaxed(&s->inlined);
		conc_tiny_lock_release(&ex->lock);
	}
	if (s->envelopes) conc_chunk_let_go(conc_processor_current(), s->envelopes);
	conc_tiny_lock_acquire(&s->lock);
	s->ended = true;
	let_go(s);
}

/* ---- records that the runtime sends to itself ---- */

struct note {
	struct conc_scalable *scalable;
	struct conc_message conc_message;
};

static conc_disposition run_note(struct conc_actor *actor, void *note)
{
	(void)actor, (void)note;
	return CONC_NODELETE;
}

static const struct conc_abi_type note_type = {
        .conc_name = "note",
        .conc_size = sizeof(struct note),
        .conc_header = offsetof(struct note, conc_message),
};
static const struct conc_abi_type clerk_type = {
        .conc_name = "split actor",
        .conc_size = sizeof(struct conc_actor),
};
#define NOTE_SITE(name)                                                       \
	{                                                                     \
		run_note, &clerk_type, &note_type, name, sizeof(struct note), \
		        _Alignof(struct note), false                          \
	}
const struct conc_abi_site conc_collapse_site = NOTE_SITE("collapse");
const struct conc_abi_site conc_transfer_site = NOTE_SITE("transfer");

void conc_scalable_send_note(struct conc_scalable *s, const struct conc_abi_site *site)
{
	struct {
		struct conc_record record;
		struct note note;
	} note = {{&conc_runtime_actor, (uintptr_t)site | CONC_RECORD_VALUE}, {.scalable = s}};
	/* relaxed: a replica exists, so the actor has not ended */
	struct conc_queue *queue = conc_queue_of(load_relaxed(&s->actor->conc_ticket));

	conc_tiny_lock_acquire(&s->lock);
	s->users++;
	conc_tiny_lock_release(&s->lock);
	/* relaxed: a count */
	add_relaxed(&s->executor->self_sent, UINT64_C(1));
	conc_queue_append(conc_processor_current(), queue, NULL, (const char *)&note,
	                  (const char *)&note + sizeof note);
	conc_executor_notify(queue);
}

static struct conc_scalable *conc_scalable_address(struct conc_record *record)
{
	struct conc_scalable *s = ((struct note *)conc_record_message(record))->scalable;

	conc_tiny_lock_acquire(&s->lock);
	record->actor = s->actor;
	if (!s->ended) return s;
	let_go(s);
	return NULL;
}

static void conc_scalable_addressed(struct conc_scalable *s)
{
	let_go(s); /* not the last use: the actor has not ended */
}

/* ---- pieces ---- */

/* Returns whether the pool holds as many calls as it may. Two calls for each replica may always
 * wait, however long they take: otherwise a replica that is done with one would have none while the
 * handler runs a call itself. While calls are long and one more replica can be made, the pool is
 * not full. */
static bool is_full(const struct conc_scalable *s)
{
	/* relaxed: a guess */
	uint64_t queued = load_relaxed(&s->queued), average = conc_scalable_average(s);

	if (queued < QUEUED_MIN * s->number) return false;
	if (!average) return queued >= UNMEASURED * s->number;
	if (average > SPLIT_COST && s->number < s->config.replicas && !s->crowded) return false;
	return queued * average > (uint64_t)s->config.flow * s->number;
}

/* ---- splitting ---- */

/* Splits the actor. Returns false if no replica can be made. */
static bool begin_split(struct conc_scalable *s)
{
	if (!s->places) s->places = calloc(s->config.replicas, sizeof *s->places);
	if (!s->places) return false;
	s->number = 0;
	s->ships = s->crowded = false;
	s->worked = s->merged = 0;
	/* the actor's sends come before those of its replicas */
	conc_outbox_publish(conc_processor_current());
	conc_worker_detach(s->executor);
	if (!conc_replica_start(s)) {
		conc_worker_leave(s->executor, true);
		return false;
	}
	conc_tiny_lock_acquire(&s->lock);
	s->sums.splits++;
	conc_tiny_lock_release(&s->lock);
	s->split = true;
	conc_scalable_note(s, "splits actor");
	return true;
}

/* Compares the gain of a split with its cost; both in ns. */
static bool pays(struct conc_scalable *s, uint64_t calls)
{
	uint64_t work = calls * conc_scalable_average(s), n = s->config.replicas + 1;
	uint64_t gain = work / 256 * (256 - 256 / n);
	/* calls that the actor runs itself need no merging */
	uint64_t loss = gain / 256 * load_relaxed(&s->loss) + calls * GIVE_COST;

	if (n < 2 || work < (uint64_t)SPLIT_COST * n) return false;
	if (gain > loss + (uint64_t)SPLIT_COST) return true;
	return ++s->refusals % REFUSALS == 0;
}

/* Looks at the clock now and then. Returns true if it has and the duration of calls is known, if
 * only from an earlier series. */
static bool measure(struct conc_scalable *s, struct conc_delivery *d, char *begin, char *behind)
{
	bool goes_on = s->measured_chunk == d->chunk && s->measured_to == begin && s->stamp;
	uint64_t now, spent;

	s->measured_chunk = d->chunk;
	s->measured_to = behind;
	if (goes_on && ++s->since < s->stride) return false;
	now = (uint64_t)conc_now();
	spent = now - s->stamp;
	if (goes_on) {
		/* relaxed: a guess */
		store_relaxed(&s->average, (spent << 8) / s->since + 1);
		if (spent < LOOK / 2 && s->stride < STRIDE_MAX) s->stride *= 2;
		if (spent > LOOK && s->stride > 1) s->stride /= 2;
	}
	s->stamp = now;
	s->since = 0;
	return goes_on || conc_scalable_average(s);
}

static bool has_behind(const struct conc_delivery *d, const char *behind)
{
	return behind < d->chunk->end || d->chunk->next;
}

/* Returns whether to split the actor, which is whole, for the record at begin..behind. */
static bool is_worth_it(struct conc_scalable *s, struct conc_delivery *d, char *begin, char *behind)
{
	size_t size = (size_t)(behind - begin);
	const struct conc_chunk *chunk = d->chunk->next;
	uint64_t bytes = (uint64_t)(d->chunk->end - behind); /* that wait behind the record */

	if (s->config.policy == CONC_SCALING_NEVER || !s->config.replicas) return false;
	if (!has_behind(d, behind)) return conc_scalable_average(s) > LONG && pays(s, 2);
	if (s->config.policy == CONC_SCALING_AGGRESSIVE) return true;
	if (!measure(s, d, begin, behind)) return false;
	for (int i = 0; chunk && i < CHUNKS_LOOKED; i++, chunk = chunk->next)
		bytes += (uint64_t)(chunk->end - chunk->begin);
	return pays(s, bytes / size + 1);
}

static struct conc_scalable *get(struct conc_delivery *d, struct conc_actor *actor,
                                 const struct conc_abi_site *site)
{
	struct conc_scalable *s = actor->conc_cold ? actor->conc_cold->scalable : NULL;

	return CONC_LIKELY(s != NULL) ? s : scalable_make(actor, site, d->executor);
}

/* Returns true if the message is for the replicas. Splits the actor first if that is worth it. */
static bool give(struct conc_scalable *s, struct conc_delivery *d, char *behind)
{
	char *begin = (char *)d->record;

	if (!s->split && (!is_worth_it(s, d, begin, behind) || !begin_split(s))) {
		store_relaxed(&s->inlined, s->inlined + 1);
		return false;
	}
	if (CONC_UNLIKELY(load_relaxed(&s->transfers) != NULL))
		conc_replica_import_transfers(s, s->actor, &s->transfers);
	if (s->ships && is_full(s)) conc_yield(); /* shipping is faster than calling */
	/* a call that is short and alone: waking a replica would take longer. relaxed: a guess */
	if (!is_full(s) &&
	    (has_behind(d, behind) || load_relaxed(&s->queued) ||
	     conc_scalable_average(s) >= SHORT || s->config.policy == CONC_SCALING_AGGRESSIVE))
		return true;
	store_relaxed(&s->inlined, s->inlined + 1);
	return false;
}

/* Takes the records behind it, in the same chunk, that also go to the replicas. */
static void take_those_behind(struct conc_scalable *s, struct conc_delivery *d, char *behind)
{
	const struct conc_chunk *chunk = d->chunk;
	uint64_t average = conc_scalable_average(s);
	uint64_t grain = average ? GRAIN_TIME / average : 1; /* calls in a piece */
	uint32_t size;

	if (grain > GRAIN_MAX) grain = GRAIN_MAX;
	for (; d->taken + 1 < grain && behind < chunk->end; behind += size) {
		const struct conc_record *next = (const void *)behind;
		if (next->actor != s->actor || conc_record_kind(next) == CONC_RECORD_FENCE ||
		    !conc_record_site(next)->conc_scalable)
			break;
		size = (uint32_t)conc_record_size(next);
		d->taken_size += size;
		d->taken++;
	}
}

static void give_piece(struct conc_scalable *s, struct conc_chunk *chunk, char *begin, char *end,
                       uint32_t count)
{
	struct conc_piece piece = {.chunk = chunk, .begin = begin, .end = end, .count = count};

	conc_chunk_share(chunk);
	if (!conc_piece_pool_push(s, &piece)) return;
	/* all replicas are busy, and there is one more piece */
	if (s->config.policy == CONC_SCALING_AGGRESSIVE ||
	    load_relaxed(&s->queued) * conc_scalable_average(s) >
	            (uint64_t)SPLIT_COST * (s->number + 1))
		s->crowded = !conc_replica_start(s);
}

/* ---- gathering ---- */

static void help(struct conc_scalable *s, struct conc_delivery *d, struct conc_piece *piece)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_delivery inner = {.executor = d->executor, .outer = self->delivery};

	self->delivery = &inner;
	conc_replica_run(s, NULL, &inner, piece);
	self->delivery = inner.outer;
}

static void wait_for_done(struct conc_scalable *s)
{
	struct conc_thread *self = conc_thread_self();
	uint64_t since;

	s->gatherer = self;
	conc_tiny_lock_release(&s->lock);
	since = (uint64_t)conc_now();
	conc_thread_waits(self, "replicas of actor", s->actor, NULL, NULL);
	conc_thread_park(self);
	conc_tiny_lock_acquire(&s->lock);
	s->sums.waiting += (uint64_t)conc_now() - since;
}

/* Empties the pool and merges all replicas. The caller holds the lock. */
static void merge_all(struct conc_scalable *s, struct conc_delivery *d)
{
	struct conc_piece *piece;
	struct conc_replica *r;

	while (s->alive || s->first) {
		if ((piece = conc_piece_pool_take(s))) {
			conc_tiny_lock_release(&s->lock);
			help(s, d, piece);
			conc_tiny_lock_acquire(&s->lock);
		} else if ((r = s->done)) {
			s->done = r->next;
			conc_scalable_merged(s);
			conc_tiny_lock_release(&s->lock);
			conc_replica_import(s, s->actor, r);
			conc_tiny_lock_acquire(&s->lock);
		} else {
			wait_for_done(s);
		}
	}
}

static void gather(struct conc_scalable *s, struct conc_delivery *d)
{
	struct conc_executor *ex = s->executor;
	uint64_t loss;

	conc_tiny_lock_acquire(&s->lock);
	s->gathering = true;
	conc_tiny_lock_release(&s->lock);
	conc_scalable_note(s, "gathers the replicas of actor");
	conc_piece_pool_wake_all(s);
	conc_tiny_lock_acquire(&s->lock);
	merge_all(s, d);
	conc_tiny_lock_release(&s->lock);
	conc_replica_import_transfers(s, s->actor, &s->transfers);
	conc_tiny_lock_acquire(&s->lock);
	s->gathering = s->asked = false;
	s->sums.collapses++;
	loss = s->worked ? s->merged * 256 / s->worked : 0;
	conc_tiny_lock_release(&s->lock);
	store_relaxed(&s->loss, loss > 1024 ? 1024 : (uint32_t)loss);
	s->split = false;
	s->stamp = 0;
	conc_scalable_note(s, "has merged actor");
	conc_worker_leave(ex, true);
}

/* All replicas were idle when this note was sent. Gathers if they still are. */
static void collapse(struct conc_scalable *s, struct conc_delivery *d)
{
	bool still;

	conc_tiny_lock_acquire(&s->lock);
	still = s->asked && !s->first && s->idlers == s->alive;
	s->asked = false;
	conc_tiny_lock_release(&s->lock);
	if (still) gather(s, d);
}

/* ---- records that arrive ---- */

/* Handles a note, or gathers before a record that is not for the replicas. */
static void admit_ordinary(struct conc_delivery *d, struct conc_scalable *s,
                           const struct conc_abi_site *site)
{
	if (!s || !s->split) return;
	if (site == &conc_transfer_site) conc_replica_import_transfers(s, s->actor, &s->transfers);
	else if (site == &conc_collapse_site) collapse(s, d);
	else gather(s, d);
}

static bool conc_scalable_admit(struct conc_delivery *d, struct conc_record *record)
{
	bool fence = conc_record_kind(record) == CONC_RECORD_FENCE;
	const struct conc_abi_site *site = fence ? NULL : conc_record_site(record);
	bool note = site == &conc_collapse_site || site == &conc_transfer_site;
	struct conc_actor *actor = record->actor;
	const struct conc_worker *worker = d->worker;
	struct conc_scalable *s;
	char *behind;

	/* relaxed: the caller handles the actor's messages */
	if (load_relaxed(&actor->conc_ticket) & CONC_TICKET_ENDED) return !note;
	if (site == &conc_mailbox_site) return true; /* admit_envelope decides */
	if (!fence) conc_record_edge_to(record);
	if (fence || !site->conc_scalable) {
		admit_ordinary(d, actor->conc_cold ? actor->conc_cold->scalable : NULL, site);
		return !note;
	}
	behind = (char *)record + conc_record_size(record);
	s = get(d, actor, site);
	if (!give(s, d, behind)) return true;
	/* if an export or import waited, another thread has the records behind */
	if (d->worker == worker) take_those_behind(s, d, behind);
	give_piece(s, d->chunk, (char *)record, behind + d->taken_size, d->taken + 1);
	return false;
}

/* Writes the envelope as a record of a chunk, and returns its size. A message that is too large for
 * a chunk, or needs an alignment that chunks do not give, goes to the heap. */
static size_t write_copy(struct conc_record *copy, struct conc_record *envelope)
{
	const struct conc_abi_site *site = conc_record_site(envelope);

	*copy = *envelope;
	if (conc_record_kind(envelope) != CONC_RECORD_VALUE) {
		memcpy(copy + 1, envelope + 1, conc_record_pointed() - CONC_RECORD_HEAD);
		return conc_record_pointed();
	}
	/* under the sanitizer: memory not used before, as in actor_send.c */
	if (CONC_RACES || site->conc_size > CONC_ABI_VALUE_MAX || site->conc_align > 8) {
		copy->site = (uintptr_t)site | CONC_RECORD_LARGE;
		*conc_record_pointer(copy) = conc_message_copy(site, conc_record_message(envelope));
		conc_edge_pass(conc_record_message(envelope), conc_record_message(copy));
		return conc_record_pointed();
	}
	/* an envelope is always finished, a record only if its kind says so */
	copy->site = (uintptr_t)site | CONC_RECORD_ENDING;
	memcpy(copy + 1, envelope + 1, site->conc_size);
	conc_edge_fresh(copy + 1, site->conc_size);
	conc_edge_pass(conc_record_message(envelope), copy + 1);
	return CONC_RECORD_HEAD + site->conc_size;
}

static void give_copy(struct conc_scalable *s, struct conc_record *envelope)
{
	enum { ROOM = CONC_RECORD_HEAD + CONC_ABI_VALUE_MAX + 16 };
	struct conc_processor *p = conc_processor_current();
	struct conc_chunk *chunk = s->envelopes;
	char *begin;

	if (!chunk || conc_chunk_limit(chunk) - chunk->end < ROOM) {
		if (chunk) conc_chunk_let_go(p, chunk);
		s->envelopes = chunk = conc_chunk_new(p);
		chunk->next = NULL;
		chunk->begin = chunk->end = conc_chunk_data(chunk);
	}
	begin = chunk->end;
	chunk->end += write_copy((struct conc_record *)(void *)begin, envelope);
	give_piece(s, chunk, begin, chunk->end, 1);
}

static bool conc_scalable_admit_envelope(struct conc_delivery *d, struct conc_record *envelope)
{
	const struct conc_abi_site *site = conc_record_site(envelope);
	struct conc_actor *actor = envelope->actor;
	char *behind = (char *)d->record + conc_record_size(d->record);
	struct conc_scalable *s;

	conc_edge_to(conc_record_message(envelope));
	if (!site->conc_scalable) {
		admit_ordinary(d, actor->conc_cold->scalable, site);
		return true;
	}
	s = get(d, actor, site);
	if (!give(s, d, behind)) return true;
	give_copy(s, envelope);
	return false;
}

const struct conc_scalable_operations conc_abi_scalable = {
        .admit = conc_scalable_admit,
        .admit_envelope = conc_scalable_admit_envelope,
        .address = conc_scalable_address,
        .addressed = conc_scalable_addressed,
        .end = conc_scalable_end,
        .stop = conc_scalable_stop,
        .stop_lingering = conc_scalable_stop_lingering,
        .count = conc_scalable_count,
};
