/* SPDX-License-Identifier: MIT */
/*
 * scalable_import: the objects of replicas, and what export and import do to them.
 *
 * An object begins all-zero, becomes blank by export, and ends by import into another object and
 * its type's destroy. Its hidden member says that it is a replica, so that it cannot be sent to.
 *
 * Incremental import (§2.2 of the paper). A replica r that is due makes a transient replica t,
 * moves its state there (export of t, import of r into t), and goes on blank. t waits with r's
 * parent, which imports it after its current call. A parent that has a transient waiting is not
 * ready: r tries again after `retry`. So transients are made no faster than they are consumed, but
 * for the few that replicas make at the same moment.
 *
 *     t:  made by r ──► in the list of the parent ──► imported by it, and gone
 *         (the parent has closed its list meanwhile: the actor's instead)
 */
#include <stdlib.h>
#include <string.h>

#include "actor/executor.h"
#include "port/stop.h"
#include "scalable.h"

enum { OBJECT = 2 * CONC_CACHE_LINE }; /* where a replica's object begins */
_Static_assert(sizeof(struct conc_replica) <= OBJECT, "there is room for it");

/* ---- objects ---- */

struct conc_replica *conc_replica_allocate(struct conc_scalable *s)
{
	size_t size = (OBJECT + s->type->conc_size + CONC_CACHE_LINE - 1) / CONC_CACHE_LINE *
	              CONC_CACHE_LINE;
	struct conc_replica *r;

	conc_tiny_lock_acquire(&s->lock);
	r = s->spare;
	if (r) s->spare = r->next;
	conc_tiny_lock_release(&s->lock);
	if (!r) r = aligned_alloc(CONC_CACHE_LINE, size);
	if (!r) conc_stop(NULL, NULL, "no memory for a replica of '%s'", s->type->conc_name);
	memset(r, 0, size);
	conc_edge_fresh(r, size);
	r->scalable = s;
	r->actor = (void *)((char *)r + OBJECT + s->type->conc_header);
	conc_replica_head(r->actor, s->type);
	return r;
}

static void spend(struct conc_scalable *s, uint64_t *sum, uint64_t since)
{
	uint64_t spent = (uint64_t)conc_now() - since;

	conc_tiny_lock_acquire(&s->lock);
	*sum += spent;
	s->merged += spent;
	conc_tiny_lock_release(&s->lock);
}

struct conc_replica *conc_replica_new(struct conc_scalable *s, struct conc_actor *from)
{
	struct conc_replica *r = conc_replica_allocate(s);
	uint64_t since = (uint64_t)conc_now();

	conc_scalable_note(s, "makes a replica of actor");
	conc_edge_to(from);
	conc_edge_from(r->actor);
	if (!s->type->conc_scaling->conc_export) return r;
	s->type->conc_scaling->conc_export(from, r->actor);
	conc_edge_from(from);
	conc_edge_from(r->actor);
	spend(s, &s->sums.exporting, since);
	return r;
}

/* ---- import ---- */

/* Debug mode: r is blank now. Imports it again, and stops the program if that changes `into`. */
static void import_again(struct conc_scalable *s, struct conc_actor *into, struct conc_replica *r)
{
	const struct conc_abi_type *type = s->type;
	unsigned char *object = conc_actor_object(into, type), *before = malloc(type->conc_size);
	size_t header = type->conc_header, behind = header + sizeof(struct conc_actor);

	if (!before) return;
	memcpy(before, object, type->conc_size);
	type->conc_scaling->conc_import(into, r->actor);
	for (size_t i = 0; i < type->conc_size; i++)
		if (object[i] != before[i] && (i < header || i >= behind))
			conc_stop(NULL, conc_thread_self(),
			          "import of actor '%s' leaves something in the replica: a second "
			          "import of the same one changed the actor at byte %zu",
			          type->conc_name, i);
	free(before);
}

void conc_replica_import(struct conc_scalable *s, struct conc_actor *into, struct conc_replica *r)
{
	uint64_t since = (uint64_t)conc_now();

	conc_scalable_note(s, "imports a replica of actor");
	conc_edge_to(r->actor);
	conc_edge_to(into);
	if (s->type->conc_scaling->conc_import) {
		s->type->conc_scaling->conc_import(into, r->actor);
		spend(s, &s->sums.importing, since);
		if (CONC_UNLIKELY(conc_debug)) import_again(s, into, r);
	}
	conc_edge_from(into);
	conc_object_destroy(conc_actor_object(r->actor, s->type), s->type);
	conc_edge_from(s->executor);
	if (CONC_RACES) { /* the next replica needs memory without a past */
		free(r);
		return;
	}
	conc_tiny_lock_acquire(&s->lock);
	r->next = s->spare;
	s->spare = r;
	conc_tiny_lock_release(&s->lock);
}

/* ---- transfers ---- */

static void replica_append(struct conc_replica **list, struct conc_replica *t)
{
	struct conc_replica *last = *list;

	t->next = NULL;
	while (last && last->next) last = last->next;
	/* relaxed: a thread that looks without the lock then takes it */
	if (last) last->next = t;
	else store_relaxed(list, t);
}

bool conc_replica_import_transfers(struct conc_scalable *s, struct conc_actor *into,
                                   struct conc_replica **transfers)
{
	struct conc_replica *list, *next;
	uint64_t count = 0;

	/* relaxed: a hint; read again under the lock */
	if (CONC_LIKELY(!load_relaxed(transfers))) return false;
	conc_tiny_lock_acquire(&s->lock);
	list = *transfers;
	store_relaxed(transfers, NULL);
	for (struct conc_replica *t = list; t; t = t->next) count++;
	s->sums.incremental += count;
	conc_tiny_lock_release(&s->lock);
	for (; list; list = next) {
		next = list->next;
		conc_replica_import(s, into, list);
	}
	return count > 0;
}

/* Returns the replica that takes r's transients; null: the actor. The caller holds the lock. */
static struct conc_replica *parent_of(struct conc_replica *r)
{
	struct conc_scalable *s = r->scalable;
	uint32_t number = (r->number - 1) / s->config.fan;
	struct conc_replica *parent = number ? s->places[number - 1] : NULL;

	return parent && !parent->closed && !parent->remote ? parent : NULL;
}

static bool is_ready(struct conc_replica *r)
{
	struct conc_scalable *s = r->scalable;
	struct conc_replica *parent;
	bool ready;

	conc_tiny_lock_acquire(&s->lock);
	parent = parent_of(r);
	ready = !load_relaxed(parent ? &parent->transfers : &s->transfers);
	if (!ready) s->sums.refused++;
	conc_tiny_lock_release(&s->lock);
	return ready;
}

static void give(struct conc_replica *r, struct conc_replica *t)
{
	struct conc_scalable *s = r->scalable;
	struct conc_replica *parent, *idle = NULL;
	bool first;

	conc_tiny_lock_acquire(&s->lock);
	parent = parent_of(r);
	first = !parent && !load_relaxed(&s->transfers);
	replica_append(parent ? &parent->transfers : &s->transfers, t);
	if (parent && parent->idle) {
		idle = parent;
		conc_piece_pool_unlist_idle(s, idle);
	}
	conc_tiny_lock_release(&s->lock);
	if (idle) conc_thread_unpark(idle->thread);
	if (first) conc_scalable_send_note(s, &conc_transfer_site);
}

static struct conc_replica *transient_of(struct conc_replica *r)
{
	struct conc_scalable *s = r->scalable;
	struct conc_replica *t = conc_replica_new(s, r->actor);

	if (s->type->conc_scaling->conc_import)
		s->type->conc_scaling->conc_import(t->actor, r->actor);
	conc_edge_from(t->actor);
	conc_edge_from(r->actor);
	return t;
}

void conc_replica_transfer(struct conc_replica *r)
{
	struct conc_scalable *s = r->scalable;
	bool ready = is_ready(r);

	if (ready) give(r, r->remote ? conc_replica_fetch(r, false) : transient_of(r));
	r->due = (uint64_t)conc_now() + (uint64_t)(ready ? s->config.interval : s->config.retry);
}
