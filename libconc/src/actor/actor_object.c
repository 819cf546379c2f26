/* SPDX-License-Identifier: MIT */
/* Actors and messages that `new` makes one at a time. They have no header in front of them: their
 * hidden member says that new made them. Programs make and delete one of each for every send;
 * malloc and free would be half of that cost. Each processor keeps some free objects of each size,
 * which makes it a tenth. A sanitizer has to see that memory was freed, so nothing is kept under
 * one. Arrays are in new.c. */
#include <stdlib.h>

#include "actor.h"
#include "kernel/processor.h"
#include "port/sanitizer.h"
#include "port/stop.h"

enum { KEEP = 256 /* of each size */, LARGEST = (CONC_OBJECT_CLASSES - 1) * CONC_OBJECT_STEP };

static inline bool is_kept(size_t size)
{
	return !CONC_ASAN && !CONC_TSAN && size <= LARGEST;
}

static inline struct conc_object_cache *cache_of(struct conc_processor *p, size_t size)
{
	return &p->objects[(size + CONC_OBJECT_STEP - 1) / CONC_OBJECT_STEP];
}

static __attribute__((noinline)) void *allocate(size_t size, size_t align, const char *where)
{
	void *object;

	if (align < CONC_OBJECT_STEP) align = CONC_OBJECT_STEP;
	size = (size + align - 1) / align * align;
	object = align > _Alignof(max_align_t) ? aligned_alloc(align, size) : malloc(size);
	if (CONC_UNLIKELY(!object))
		conc_stop(where, conc_thread_self(), "new: no memory for %zu bytes", size);
	conc_edge_made(object, object, where);
	return object;
}

void *conc_abi_new_object(size_t size, size_t align, const char *where)
{
	struct conc_processor *p = conc_processor_current();
	struct conc_object_cache *cache;
	void *object;

	if (CONC_UNLIKELY(!p || !is_kept(size) || align > CONC_OBJECT_STEP))
		return allocate(size, align, where);
	cache = cache_of(p, size);
	object = cache->first;
	if (CONC_UNLIKELY(!object)) return allocate(size, align, where);
	cache->first = *(void **)object;
	cache->count--;
	conc_edge_fresh(object, size);
	conc_edge_made(object, object, where);
	return object;
}

void conc_object_free(void *object, size_t size)
{
	struct conc_processor *p = conc_processor_current();
	struct conc_object_cache *cache;

	if (CONC_UNLIKELY(conc_debug)) {
		conc_quarantine(object, size);
		return;
	}
	if (CONC_UNLIKELY(!p || !is_kept(size) || cache_of(p, size)->count >= KEEP)) {
		free(object);
		return;
	}
	cache = cache_of(p, size);
	*(void **)object = cache->first;
	cache->first = object;
	cache->count++;
}

void conc_object_destroy_all(void *object, const struct conc_abi_type *type)
{
	conc_edge_to(object);
	for (; type; type = type->conc_base)
		if (type->conc_destroy) type->conc_destroy(object);
}

#if CONC_SCHEDULES
struct disposal {
	void *object;
	const struct conc_abi_type *type;
	const char *where;
	bool frees;
};

static void run_disposal(void *argument)
{
	const struct disposal *d = argument;

	conc_object_destroy(d->object, d->type);
	if (d->frees) conc_edge_free(d->object, d->type->conc_size, d->where);
}

/* By the actor that had it, not by the worker: what the worker did before does not count. */
void conc_object_dispose(void *object, const struct conc_abi_type *type, const void *past,
                         const struct conc_abi_site *site, bool frees)
{
	struct disposal d = {object, type, site->conc_where, frees};

	conc_edge_run(past, "actor", site->conc_actor->conc_name, run_disposal, &d);
	conc_edge_to(past);
}
#endif

void *conc_abi_new_actors(void *memory, const struct conc_abi_type *type)
{
	char *object = memory;

	for (size_t n = conc_new_count(memory); n > 0; n--, object += type->conc_size) {
		struct conc_actor *actor = (void *)(object + type->conc_header);

		actor->conc_type = type;
		actor->conc_made = CONC_MADE_IN_ARRAY;
	}
	return memory;
}

/* ---- state that few actors have ---- */

struct conc_actor_cold *conc_actor_get_cold(struct conc_actor *actor)
{
	/* acquire: pairs with the cas, of another thread */
	struct conc_actor_cold *cold = load_acquire(&actor->conc_cold), *others = NULL;

	if (cold) return cold;
	cold = calloc(1, sizeof *cold);
	if (!cold) conc_stop(NULL, conc_thread_self(), "no memory for an actor");
	cold->ends.actor = actor;
	/* acq_rel: publishes it to those that do not see a flag of the ticket first, mailbox_of and
	 * conc_actor_ended; a thread that waits for the end may have been first */
	if (cas_acq_rel(&actor->conc_cold, &others, cold)) return cold;
	free(cold);
	return others;
}

void conc_actor_flag(struct conc_actor *actor, uint64_t flag)
{
	uint64_t ticket = load_relaxed(&actor->conc_ticket);

	/* release: publishes conc_cold to a thread that sees the flag */
	if (ticket) store_release(&actor->conc_ticket, ticket | flag);
}
