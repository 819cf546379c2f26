/* SPDX-License-Identifier: MIT */
/*
 * separate: wait conditions (require).
 *
 * The idea. A client that finds its condition false has the tokens of all its handlers. It enters
 * itself in the list of each, and lets the tokens go. A thread that ends a block on one of them,
 * and so may have changed something, claims the waiter and puts it at the end of the lines of all
 * its handlers, in one step, with new queues in which it already waits to be told. So the client is
 * not woken to reserve, and sleeps until the last token has come. Blocks that are in line before it
 * run first, so several changes cost one look at the condition.
 *
 *     LISTED ── an ender on one of its handlers, claimed under lock ──► IN LINE
 *       ▲                                                                   │ the last token
 *       └────────────── the client: the condition is false ◄── LOOKS ◄──────┘ has come
 *
 * No change is missed: the look, the entry in the list, and every change happen under the token. A
 * client that looks and gives up has changed nothing: its end retries no waiter, or two waiters
 * would wake each other for ever.
 *
 * Order. Lists are sorted by ticket, drawn at a statement's first failure. An ender takes all of a
 * list, so the waiters come into line in that order.
 *
 * Rejected: putting one waiter in line, and the next when it has looked in vain (a client in line
 * by then may look after a change before a waiter with an earlier ticket that looked before it);
 * waking the client to reserve anew (one switch more, and the order is the scheduler's).
 */
#include "port/stop.h"
#include "separate.h"

struct conc_require_entry {
	struct conc_require *require;
	struct conc_require_entry *next; /* the entry is under the token of its handler */
	bool listed;
};

/* A waiter; on its client's stack. */
struct conc_require {
	struct conc_thread *thread;
	uint64_t ticket;
	struct conc_tiny_lock lock;
	bool claimed;     /* under the lock: an ender has put it in line */
	uint32_t missing; /* atomic: tokens that have not come */
	size_t count;
	struct conc_private_queue *queues[CONC_OPERANDS_MAX]; /* for the claimer, then the client */
	struct conc_require_entry entries[CONC_OPERANDS_MAX]; /* for the statement's operands */
};

static uint64_t tickets; /* atomic */

static void list(struct conc_handler *h, struct conc_require_entry *entry)
{
	struct conc_require_entry **link = &h->requires;

	while (*link && (*link)->require->ticket < entry->require->ticket) link = &(*link)->next;
	entry->next = *link;
	*link = entry;
	entry->listed = true;
}

static void unlist(struct conc_handler *h, struct conc_require_entry *entry)
{
	struct conc_require_entry **link = &h->requires;

	if (!entry->listed) return;
	while (*link != entry) link = &(*link)->next;
	*link = entry->next;
	entry->listed = false;
}

/* Of the enders on several handlers one claims the waiter. The others wait until it has its places:
 * the waiters that they put in line then come behind it, in the order of tickets. */
static bool claim(struct conc_require *w)
{
	bool claimed;

	conc_tiny_lock_acquire(&w->lock);
	claimed = w->claimed;
	w->claimed = true;
	if (!claimed) conc_handler_place_all(w->queues, w->count);
	conc_tiny_lock_release(&w->lock);
	return !claimed;
}

void conc_require_retry(struct conc_handler *h)
{
	struct conc_require_entry **link = &h->requires, *entry;

	while ((entry = *link)) {
		if (!claim(entry->require)) {
			link = &entry->next; /* another ender's; its client will unlist it */
			continue;
		}
		*link = entry->next;
		entry->listed = false;
		conc_handler_link_all(entry->require->queues, entry->require->count);
	}
}

bool conc_require_arrived(struct conc_require *w)
{
	/* acq_rel: the last one sees the effects of all others */
	return sub_acq_rel(&w->missing, 1) == 1;
}

void conc_abi_require_begin(struct conc_abi_reserved *reserved, const char *where)
{
	for (uint32_t i = 0; i < reserved->conc_count; i++) conc_abi_sync(&reserved[i], where);
}

static void require_check(const struct conc_abi_reserved *reserved, struct conc_thread *self,
                          const char *where)
{
	for (uint32_t i = 0; i < reserved->conc_count; i++) {
		bool own = reserved[i].conc_handler == self->handler, same = false;
		for (uint32_t j = 0; j < i; j++)
			same |= reserved[j].conc_handler == reserved[i].conc_handler;
		if (reserved[i].conc_enters && !same)
			conc_stop(where, self,
			          "the condition of require is false and can never come true: its "
			          "handler is %s",
			          own ? "the one that waits" : "reserved by this thread already");
	}
}

static void wait(struct conc_require *w, struct conc_abi_reserved *reserved, const char *where)
{
	struct conc_private_queue *old[CONC_OPERANDS_MAX];
	size_t own = 0;

	for (uint32_t i = 0; i < reserved->conc_count; i++) {
		struct conc_abi_reserved *r = &reserved[i];
		struct conc_private_queue *q;
		if (r->conc_enters) continue;
		old[own] = conc_reserved_queue(r);
		q = conc_private_queue_new(conc_processor_current(), w->thread, r->conc_handler);
		q->require = w;
		/* relaxed: published by the token, under which its entry is listed */
		store_relaxed(&q->abi.conc_tail, (uintptr_t)q->first | CONC_TAIL_SYNC);
		w->queues[own] = q;
		r->conc_queue = &q->abi;
		w->entries[own] = (struct conc_require_entry){.require = w};
		own++;
	}
	w->count = w->missing = (uint32_t)own;
	for (size_t i = 0; i < own; i++) list(old[i]->handler, &w->entries[i]);
	conc_thread_waits(w->thread, conc_separate_condition, old[0]->handler, where, NULL);
	for (size_t i = 0; i < own; i++) conc_handler_end(old[i], false, NULL);
	conc_thread_park(w->thread);
}

void conc_abi_require_wait(struct conc_abi_reserved *reserved, const char *where)
{
	struct conc_require w;
	size_t own = 0;

	w.thread = conc_thread_self();
	require_check(reserved, w.thread, where);
	/* relaxed: only has to be unique, and increase for each thread */
	if (!reserved->conc_ticket) reserved->conc_ticket = add_relaxed(&tickets, 1) + 1;
	w.ticket = reserved->conc_ticket;
	w.lock.word = 0;
	w.claimed = false;
	wait(&w, reserved, where);
	for (uint32_t i = 0; i < reserved->conc_count; i++) {
		if (reserved[i].conc_enters) continue;
		struct conc_private_queue *q = conc_reserved_queue(&reserved[i]);
		unlist(reserved[i].conc_handler, &w.entries[own++]);
		q->require = NULL;
		conc_private_queue_syncs(q, true);
		/* relaxed: as at the reservation */
		reserved[i].conc_direct = load_relaxed(&reserved[i].conc_handler->passive);
	}
	/* two operands on one handler: the second re-enters the new queue of the first */
	for (uint32_t i = 1; i < reserved->conc_count; i++)
		for (uint32_t j = 0; j < i && reserved[i].conc_enters; j++)
			if (reserved[j].conc_handler == reserved[i].conc_handler)
				reserved[i].conc_queue = reserved[j].conc_queue;
}
