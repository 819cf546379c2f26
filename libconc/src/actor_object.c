/* SPDX-License-Identifier: MIT */
/* Actors and messages that `new` makes one at a time. They have no header of their own: their
 * hidden member says that new made them, so that a program which makes one of each for every send
 * pays a malloc and a free for each, and nothing else. Arrays: new.c. */
#include <stdlib.h>

#include "conc/abi_actor.h"
#include "new.h"
#include "stop.h"
#include "thread.h"

static __attribute__((noinline)) void *aligned(size_t size, size_t align)
{
	return aligned_alloc(align, (size + align - 1) / align * align);
}

void *conc_abi_new_object(size_t size, size_t align, const char *where)
{
	void *object =
	        CONC_LIKELY(align <= _Alignof(max_align_t)) ? malloc(size) : aligned(size, align);

	if (CONC_UNLIKELY(!object))
		conc_stop(where, conc_thread_self(), "new: no memory for %zu bytes", size);
	return object;
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
