/* SPDX-License-Identifier: MIT */
/* new and delete (conc/abi_new.h). */
#include "conc/abi_new.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#include "kernel/edge.h"
#include "kernel/mutex_core.h"
#include "kernel/thread.h"
#include "new.h"
#include "port/stop.h"

#define MAGIC_LIVE UINT32_C(0xc09c1eaf)
#define MAGIC_DEAD UINT32_C(0xc09cdead)

/* Right before the first object. */
struct header {
	void *memory;                            /* from malloc */
	const struct conc_abi_thread_type *type; /* NULL: no threads */
	size_t count;
	uint32_t unused;
	uint32_t magic;
};

static struct header *header_of(void *memory)
{
	return (struct header *)memory - 1;
}

void *conc_abi_new(size_t size, size_t align, size_t count, const char *where)
{
	size_t bytes, room = sizeof(struct header);
	struct header *header;
	char *memory;

	if (align < _Alignof(max_align_t)) align = _Alignof(max_align_t);
	room += align; /* so that the object can be aligned */
	if (__builtin_mul_overflow(size, count, &bytes) ||
	    __builtin_add_overflow(bytes, room, &bytes))
		conc_stop(where, conc_thread_self(), "new: %zu objects of %zu bytes are too many",
		          count, size);
	memory = calloc(1, bytes);
	if (!memory) conc_stop(where, conc_thread_self(), "new: no memory for %zu bytes", bytes);
	header = (struct header *)(void *)(((uintptr_t)memory + room) / align * align) - 1;
	*header = (struct header){memory, NULL, count, 0, MAGIC_LIVE};
	conc_edge_made(memory, header + 1, where);
	return header + 1;
}

void conc_abi_new_excess(size_t initialisers, size_t count, const char *where)
{
	conc_stop(where, conc_thread_self(), "new: %zu initialisers for %zu objects", initialisers,
	          count);
}

void *conc_abi_new_threads(void *memory, const struct conc_abi_thread_type *type, const char *where)
{
	struct header *header = header_of(memory);

	header->type = type;
	conc_abi_threads_start(type, memory, header->count * type->size, where);
	return memory;
}

size_t conc_new_count(void *memory)
{
	return header_of(memory)->count;
}

size_t conc_new_check(void *memory, const char *where)
{
	const struct header *header = header_of(memory);

	if (header->magic == MAGIC_DEAD)
		conc_stop(where, conc_thread_self(), "delete of %p, which was deleted", memory);
	if (header->magic != MAGIC_LIVE)
		conc_stop(where, conc_thread_self(), "delete of %p, which new did not make",
		          memory);
	return header->count;
}

void conc_abi_delete_ending(void *memory, void (*end)(void *object), size_t size, const char *where)
{
	struct header *header = header_of(memory);

	if (!memory) return;
	conc_new_check(memory, where);
	if (header->type) {
		struct conc_abi_threads threads = {header->type, memory, header->count};
		conc_abi_threads_end(&threads);
	}
	for (size_t i = end ? header->count : 0; i-- > 0;) end((char *)memory + i * size);
	header->magic = MAGIC_DEAD;
	conc_edge_free(header->memory, malloc_usable_size(header->memory), where);
	if (conc_order_on()) /* this memory may get other locks */
		conc_order_forget(header->memory, malloc_usable_size(header->memory));
	if (CONC_UNLIKELY(conc_debug))
		conc_quarantine(header->memory, malloc_usable_size(header->memory));
	else free(header->memory);
}

void conc_abi_delete(void *memory, const char *where)
{
	conc_abi_delete_ending(memory, NULL, 0, where);
}

/* The header says that the objects are threads. */
void conc_abi_delete_thread(void *memory, const char *where)
{
	conc_abi_delete(memory, where);
}
