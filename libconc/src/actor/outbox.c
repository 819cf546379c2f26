/* SPDX-License-Identifier: MIT */
/* outbox: making, filling and emptying outboxes. outbox.h has the idea. */
#include "outbox.h"

#include <sys/mman.h>

#include "executor.h"
#include "port/stop.h"

static struct conc_outbox nobodys; /* its entries have no limit, so it takes no record */
__thread struct conc_outbox *conc_abi_outbox_tls __attribute__((tls_model("initial-exec"))) =
        &nobodys;

static struct conc_outbox *new_outbox(void)
{
	/* most of its pages are never touched */
	struct conc_outbox *box = mmap(NULL, sizeof *box, PROT_READ | PROT_WRITE,
	                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (box == MAP_FAILED)
		conc_stop(NULL, conc_thread_self_or_null(), "no memory for messages");
	box->taken = !conc_scheduler.heavy_barrier;
	return box;
}

/* Not inlined, so that no caller keeps the address of a thread-local across a switch. */
static __attribute__((noinline)) void set_tls(struct conc_outbox *box)
{
	conc_abi_outbox_tls = box;
}

struct conc_outbox *conc_outbox_get(struct conc_processor *p)
{
	if (CONC_LIKELY(p->outbox != NULL)) return p->outbox;
	/* release: publishes its content to conc_outbox_next */
	store_release(&p->outbox, new_outbox());
	set_tls(p->outbox);
	return p->outbox;
}

void conc_outbox_forget(struct conc_processor *p)
{
	set_tls(&nobodys);
	if (p) p->outbox = NULL;
}

/* ---- the guard ---- */

void conc_outbox_take(struct conc_outbox *box)
{
	unsigned turns = 0;

	conc_tiny_lock_acquire(&box->lock);
	if (!conc_scheduler.heavy_barrier) return;
	/* seq_cst: taken is set before busy is read */
	store_seq_cst(&box->taken, 1);
	conc_os_heavy_barrier();
	/* acquire: pairs with conc_outbox_leave */
	while (load_seq_cst(&box->busy)) conc_backoff(&turns);
}

void conc_outbox_give(struct conc_outbox *box)
{
	/* release: pairs with the acquire in conc_outbox_enter */
	if (conc_scheduler.heavy_barrier) store_release(&box->taken, 0);
	conc_tiny_lock_release(&box->lock);
}

/* ---- filling ---- */

static void open_chunk(struct conc_processor *p, struct conc_outbox_entry *entry)
{
	struct conc_chunk *chunk = conc_chunk_new(p);

	chunk->next = NULL;
	chunk->begin = conc_chunk_data(chunk);
	if (entry->last) {
		entry->last->end = entry->next;
		entry->last->next = chunk;
	} else {
		entry->first = chunk;
		entry->start = chunk->begin;
	}
	entry->last = chunk;
	entry->next = chunk->begin;
}

static void list(struct conc_outbox *box, struct conc_outbox_entry *entry)
{
	uint32_t count = load_relaxed(&box->count);

	box->list[count] = (uint16_t)(entry - box->entries);
	/* relaxed: a thread that looks without the guard then takes the guard */
	store_relaxed(&entry->listed, 1);
	store_relaxed(&box->count, count + 1);
}

struct conc_record *conc_outbox_room(struct conc_processor *p, struct conc_outbox *box,
                                     struct conc_outbox_entry *entry, size_t room)
{
	struct conc_record *record;

	if (!entry->last || (size_t)(conc_chunk_limit(entry->last) - entry->next) < room)
		open_chunk(p, entry);
	if (!load_relaxed(&entry->listed)) list(box, entry);
	entry->limit = conc_chunk_limit(entry->last);
	record = (struct conc_record *)(void *)entry->next;
	entry->next += room;
	return record;
}

void conc_outbox_unlist(struct conc_outbox_entry *entry)
{
	/* release: publishes to look that the records are in the inbox */
	store_release(&entry->listed, 0);
	entry->limit = NULL;
}

/* ---- emptying ---- */

void conc_outbox_empty(struct conc_processor *p, uint32_t number, struct conc_outbox_entry *entry)
{
	struct conc_queue *queue = load_relaxed(&conc_queues[number]);
	struct conc_chunk *chunk = entry->first, *next;

	if (conc_outbox_entry_is_empty(entry)) return;
	entry->last->end = entry->next;
	for (; chunk; chunk = next) {
		next = chunk->next;
		if (conc_queue_append(p, queue, chunk, chunk->begin, chunk->end)) {
			if (!next) entry->first = entry->last = NULL;
		} else if (next) {
			conc_chunk_free(p, chunk);
		} else {
			entry->first = entry->last = chunk;
		}
	}
	entry->next = entry->start = entry->last ? entry->last->begin : NULL;
	entry->limit = entry->last ? conc_chunk_limit(entry->last) : NULL;
}

/* Empties and unlists up to room entries; returns how many. Inside the guard. */
static uint32_t empty_all(struct conc_processor *p, struct conc_outbox *box, uint16_t *numbers,
                          uint32_t room)
{
	uint32_t count = load_relaxed(&box->count), done = 0;

	while (count > 0 && done < room) {
		struct conc_outbox_entry *entry = &box->entries[box->list[--count]];
		numbers[done++] = box->list[count];
		conc_outbox_empty(p, numbers[done - 1], entry);
		conc_outbox_unlist(entry);
	}
	/* release: a thread that finds nothing here finds the records in inboxes */
	store_release(&box->count, count);
	return done;
}

enum { AT_ONCE = 64 };

static void notify_all(const uint16_t *numbers, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		conc_executor_notify(load_relaxed(&conc_queues[numbers[i]]));
}

void conc_outbox_publish_all(struct conc_processor *p)
{
	struct conc_outbox *box = p->outbox;
	uint16_t numbers[AT_ONCE];
	uint32_t count;

	do {
		bool entered = conc_outbox_enter(box);
		count = empty_all(p, box, numbers, AT_ONCE);
		conc_outbox_leave(box, entered);
		notify_all(numbers, count);
	} while (count == AT_ONCE);
}

/* As conc_outbox_publish, for any processor. */
static void outbox_publish_from(struct conc_processor *p)
{
	/* acquire: pairs with conc_outbox_get */
	struct conc_outbox *box = load_acquire(&p->outbox);
	struct conc_processor *mine = conc_processor_current();
	uint16_t numbers[AT_ONCE];
	uint32_t count = AT_ONCE;

	if (p == mine) {
		conc_outbox_publish(p);
		return;
	}
	/* acquire: pairs with the releases of count: those records are in inboxes now */
	if (!box || !load_acquire(&box->count)) return;
	while (count == AT_ONCE) {
		conc_outbox_take(box);
		count = empty_all(mine, box, numbers, AT_ONCE);
		conc_outbox_give(box);
		notify_all(numbers, count);
	}
}

struct conc_processor *conc_outbox_next(uint32_t *at)
{
	/* acquire: pairs with runtime_register */
	while (*at < load_acquire(&conc_scheduler.workers)) {
		struct conc_processor *p = load_acquire(&conc_scheduler.processors[(*at)++]);
		if (p && load_acquire(&p->outbox)) return p;
	}
	return NULL;
}

/* relaxed: a hint */
static bool is_left_alone(const struct conc_processor *p, bool all)
{
	return !all && load_relaxed(&p->outbox->in_round);
}

void conc_outbox_publish_every(bool all)
{
	struct conc_processor *p;

	for (uint32_t at = 0; (p = conc_outbox_next(&at));)
		if (!is_left_alone(p, all)) outbox_publish_from(p);
}

bool conc_outbox_has(uint32_t queue, bool all)
{
	struct conc_processor *p;

	for (uint32_t at = 0; (p = conc_outbox_next(&at));) {
		/* acquire: pairs with conc_outbox_unlist */
		if (!is_left_alone(p, all) && load_acquire(&p->outbox->entries[queue].listed))
			return true;
	}
	return false;
}
