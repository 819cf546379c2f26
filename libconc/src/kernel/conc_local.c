/* SPDX-License-Identifier: MIT */
/* conc_local: storage per user thread. Each thread has a list with the entry used last at its head:
 * a thread has few entries, and a key is a plain static object that needs no registration. */
#include <stdlib.h>

#include "conc/thread.h"
#include "port/stop.h"
#include "thread.h"

struct conc_local_entry {
	struct conc_local_entry *next;
	struct conc_local *key;
	_Alignas(max_align_t) unsigned char value[];
};

void *conc_local_get(struct conc_local *key, size_t size)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_local_entry **link = &self->locals, *entry;
	size_t bytes;

	while (*link && (*link)->key != key) link = &(*link)->next;
	entry = *link;
	if (entry) {
		*link = entry->next;
	} else {
		if (!__builtin_add_overflow(sizeof *entry, size, &bytes)) entry = calloc(1, bytes);
		if (!entry) conc_stop(NULL, self, "no memory for %zu bytes of conc_local", size);
		entry->key = key;
	}
	entry->next = self->locals;
	self->locals = entry;
	return entry->value;
}

/* Loops because a fini may use other keys, even keys whose values are already freed. */
void conc_local_free(struct conc_thread *t)
{
	struct conc_local_entry *entry;

	while ((entry = t->locals)) {
		t->locals = entry->next;
		if (entry->key->fini) entry->key->fini(entry->value);
		free(entry);
	}
}
