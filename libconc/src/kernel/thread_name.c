/* SPDX-License-Identifier: MIT */
/*
 * thread_name: names that threads give themselves.
 *
 * The idea. Events of the recorder, reports and debuggers keep the address of a name, and read it
 * later, when the thread may have ended. So a text does not change once its address is known: each
 * name gets a new place. A place that has been given up is used again after KEPT others, the oldest
 * first. By then the rings have lost the events that refer to it, in practice: each name is an
 * event, too. A reader that comes too late sees another name, never half of one or a text without
 * an end: the last byte is always zero.
 *
 *     free ──set: the oldest, or a new one──► own_name of a descriptor ──set: the next──► free
 *
 * A descriptor keeps the last place that a thread of it had, until a thread of it sets another. So
 * the end of a thread does nothing for this. Whether the name is in force, t->name tells.
 *
 * Rejected: the text in the descriptor (the next thread there writes over what events refer to);
 * one copy of each text for good (a server that names its threads after requests would grow).
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "conc/thread.h"
#include "port/stop.h"
#include "recorder.h"
#include "signal_handler.h"
#include "thread.h"

#define KEPT UINT32_C(65536)
#define PLACES 1022u /* of a slab: 64 KiB with its tail */

struct conc_thread_name {
	struct conc_thread_name *next; /* under the lock; in the list of free places */
	const char *before;            /* the thread's name before it set one; the thread itself */
	char text[CONC_NAME_SIZE];     /* not written while its address is known */
};

static struct {
	struct conc_tiny_lock lock;
	struct conc_thread_name *first, *last; /* free, the oldest first */
	uint32_t count;                        /* of them */
	struct conc_thread_name *fresh;        /* places that were never used */
	uint32_t fresh_count;
	uint32_t reused; /* atomic; written under the lock */
} names;

#define N (&names)

/* ---- Places ---- */

/* A reader may copy some bytes more than a text has: they are there, behind the last one. */
static bool new_slab(void)
{
	void *slab = mmap(NULL, (PLACES + 2) * sizeof *N->fresh, PROT_READ | PROT_WRITE,
	                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (slab == MAP_FAILED) return false;
	N->fresh = slab;
	N->fresh_count = PLACES;
	return true;
}

/* NULL: no memory. */
static struct conc_thread_name *take_place(void)
{
	struct conc_thread_name *place = NULL;

	conc_tiny_lock_acquire(&N->lock);
	if (N->count > KEPT) {
		place = N->first;
		N->first = place->next;
		N->count--;
		/* relaxed: a hint for caches of texts */
		store_relaxed(&N->reused, N->reused + 1);
	} else if (N->fresh_count || new_slab()) {
		place = N->fresh++;
		N->fresh_count--;
	}
	conc_tiny_lock_release(&N->lock);
	return place;
}

static void give_place(struct conc_thread_name *place)
{
	conc_tiny_lock_acquire(&N->lock);
	place->next = NULL;
	if (N->count++) N->last->next = place;
	else N->first = place;
	N->last = place;
	conc_tiny_lock_release(&N->lock);
}

uint32_t conc_thread_names_reused(void)
{
	return load_relaxed(&N->reused);
}

void conc_thread_names_locks(void (*change)(struct conc_tiny_lock *lock))
{
	change(&N->lock);
}

/* ---- Texts ---- */

/* Control characters, and what changes lines or the direction of a text. */
static bool is_printable(uint32_t code)
{
	return code >= ' ' && !(code >= 0x7f && code < 0xa0) &&
	       !(code >= 0x2028 && code <= 0x202e) && !(code >= 0x2066 && code <= 0x2069);
}

/* Returns the bytes of the printable character of UTF-8 at s; 0: there is none. */
static size_t character(const char *s)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *c = (const unsigned char *)s;
	size_t size = c[0] < 0x80 ? 1 : c[0] < 0xc0 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
	uint32_t code = size < 2 ? c[0] : c[0] & (0xffu >> (size + 1));

	if (!size || c[0] >= 0xf8) return 0;
	for (size_t i = 1; i < size; i++) {
		if ((c[i] & 0xc0) != 0x80) return 0;
		code = code << 6 | (c[i] & 0x3f);
	}
	if (code < least[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
	return is_printable(code) ? size : 0;
}

/* Copies as many whole characters as there is room for, '?' for each byte that is of none. */
static void clean(char *to, const char *from)
{
	size_t used = 0;

	while (*from) {
		size_t size = character(from);

		if (used + (size ? size : 1) >= CONC_NAME_SIZE) break;
		if (size) memcpy(to + used, from, size);
		else to[used] = '?';
		used += size ? size : 1;
		from += size ? size : 1;
	}
	memset(to + used, 0, CONC_NAME_SIZE - used);
}

/* ---- Threads ---- */

bool conc_thread_is_named(const struct conc_thread *t)
{
	return t->own_name && t->name == t->own_name->text;
}

/* Publishes the name. */
static void set(struct conc_thread *self, const char *name)
{
	struct conc_processor *p = conc_processor_current();

	conc_record(p, NAMES, self, NULL, name, NULL); /* before: the event is of the old name */
	/* release: pairs with the acquire loads of other threads, which then read the text */
	store_release(&self->name, name);
	conc_schedule_named(self);
#if CONC_RACES
	conc_fiber_name(self);
#endif
	(void)p;
}

static void set_own(struct conc_thread *self, const char *text)
{
	struct conc_thread_name *place = take_place(), *old = self->own_name;

	if (!place) {
		conc_warn(NULL, self, "no memory for the name of a thread: it keeps its old one");
		return;
	}
	place->before = conc_thread_is_named(self) ? old->before : self->name;
	clean(place->text, text);
	set(self, place->text);
	self->own_name = place;
	if (old) give_place(old);
}

void conc_set_name(const char *format, ...)
{
	struct conc_thread *self = conc_thread_self();
	char text[2 * CONC_NAME_SIZE] = "";
	va_list arguments;

	conc_signal_handler_check(self, NULL, "conc_set_name");
	if (!format) conc_stop(NULL, self, "conc_set_name of a null pointer");
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (*text) set_own(self, text);
	else if (conc_thread_is_named(self)) set(self, self->own_name->before);
}

const char *conc_get_name(void)
{
	return conc_thread_self()->name;
}
