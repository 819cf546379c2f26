/* SPDX-License-Identifier: MIT */
/* What the files of actors that are split need of the world around them, for GenMC: a handler and replicas that are
 * threads, parking that is a permit, objects that count the calls that they contain.
 *
 * A piece is one call. Calls, imports and frees are plain accesses of memory that is freed when the runtime is done with
 * it, so whoever is not ordered with them, or comes later, is found. Time does not pass: who waits with a deadline waits
 * for ever, or, with LINGER, not at all. */
#ifndef MODEL_SCALABLE_WORLD_H
#define MODEL_SCALABLE_WORLD_H

#include "actor_world.h"

#include <scalable.h>
#include <scheduler.h>

#include "permit_thread.h"

/* The one lock that there is, as the model checker knows locks: tiny_lock.c has what it is really like. */
static pthread_mutex_t the_lock;
#define conc_tiny_lock_acquire(lock) ((void)(lock), (void)pthread_mutex_lock(&the_lock))
#define conc_tiny_lock_release(lock) ((void)(lock), (void)pthread_mutex_unlock(&the_lock))

#ifndef REPLICAS
#define REPLICAS 2
#endif
#ifndef CONTAINS
#define CONTAINS 0 /* calls that each replica has run before */
#endif
enum { REPLICAS_MAX = 3, PIECES_MAX = 8 };

struct object {
	struct conc_actor head;
	uint64_t calls; /* plain */
};

static struct conc_executor executor;
static struct conc_processor processor;
static struct conc_thread threads[REPLICAS_MAX + 1]; /* 0: of the handler */
static struct conc_scalable scalable;
static struct conc_scalable *const s = &scalable;
static struct conc_replica *places[REPLICAS_MAX];
static struct object *whole;     /* the actor */
static bool handled[PIECES_MAX]; /* plain */

const struct conc_abi_site conc_collapse_site, conc_transfer_site;

static struct conc_processor *conc_processor_current(void)
{
	return &processor;
}

int conc_thread_park_until(struct conc_thread *self, uint64_t deadline)
{
	if (deadline == 0 && load_acquire(&self->park) != CONC_PARK_NOTIFIED) return 1;
	conc_thread_park(self);
	return 0;
}

void conc_scheduler_wake(void) {}

void conc_outbox_publish_all(struct conc_processor *p)
{
	(void)p;
}

void conc_worker_leave(struct conc_executor *ex, bool detached)
{
	(void)ex;
	assert(detached);
}

/* ---- objects ---- */

static struct object *object_of(struct conc_actor *actor)
{
	return (struct object *)(void *)actor;
}

static struct object *new_object(void)
{
	struct object *o = malloc(sizeof *o);

	o->calls = 0;
	return o;
}

static struct conc_replica *new_replica(uint32_t number)
{
	struct conc_replica *r = malloc(sizeof *r);

	r->scalable = s;
	r->next = NULL;
	store_relaxed(&r->transfers, NULL);
	r->thread = &threads[number];
	r->remote = NULL;
	r->actor = &new_object()->head;
	r->due = 0;
	r->number = number;
	r->idle = r->closed = false;
	return r;
}

void conc_replica_import(struct conc_scalable *of, struct conc_actor *into, struct conc_replica *r)
{
	assert(of == s);
	object_of(into)->calls += object_of(r->actor)->calls;
	free(object_of(r->actor));
	free(r);
}

struct conc_replica *conc_replica_fetch(struct conc_replica *r, bool last)
{
	(void)r, (void)last;
	assert(!"no replica is elsewhere");
	return NULL;
}

static void work(struct conc_actor *actor, struct conc_piece *piece)
{
	uint32_t number = piece->count; /* which: here all are of one call */

	assert(!handled[number]);
	handled[number] = true;
	object_of(actor)->calls++;
	free(piece);
}

void conc_replica_run(struct conc_scalable *of, struct conc_replica *r, struct conc_delivery *d, struct conc_piece *piece)
{
	(void)of, (void)d;
	assert(!r);
	work(&whole->head, piece);
}

/* ---- the beginning and the end ---- */

static void split(void)
{
	whole = new_object();
	s->actor = &whole->head;
	s->executor = &executor;
	s->config.fan = 1;
#ifndef LINGER
	s->config.linger = 1;
#endif
	s->places = places;
	s->split = true;
	for (uint32_t i = 1; i <= REPLICAS; i++) {
		places[i - 1] = new_replica(i);
		object_of(places[i - 1]->actor)->calls = CONTAINS;
		s->number = i;
		s->alive++;
	}
}

static void push(uint32_t number)
{
	struct conc_piece piece = {.count = number};

	conc_piece_pool_push(s, &piece);
}

static void check_whole(uint64_t calls)
{
	assert(whole->calls == calls);
	assert(!s->alive && !s->first && !s->idle && !s->done && !s->gatherer && !s->idlers);
	assert(!load_relaxed(&s->transfers) && !s->gathering && !s->split);
}

#endif
