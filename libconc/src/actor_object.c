/* SPDX-License-Identifier: MIT */
/* Actors and messages that `new` makes one at a time. They have no header of their own: their
 * hidden member says that new made them. Programs make and delete one of each for every send;
 * malloc and free are half of what that costs, so each processor keeps some free ones of each size,
 * with which it is a tenth. Not under a sanitizer, which is to see that memory was freed. Arrays:
 * new.c. */
#include <stdlib.h>

#include "actor_debug.h"
#include "conc/abi_actor.h"
#include "new.h"
#include "processor.h"
#include "sanitizer.h"
#include "stop.h"

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
	return object;
}

void conc_object_free(void *object, size_t size)
{
	struct conc_processor *p = conc_processor_current();
	struct conc_object_cache *cache;

	if (CONC_UNLIKELY(conc_actor_debug)) {
		conc_actor_quarantine(object, size);
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
