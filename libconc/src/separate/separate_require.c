/* SPDX-License-Identifier: MIT */
/*
 * separate: wait conditions (require), of a statement and as a clause of waituntil.
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
 * A clause begins IN LINE, unless all handlers are free at its first look. Whoever brings the last
 * token claims the statement for it; if another clause was faster, it leaves the tokens where they
 * are. The owner takes a clause back in either state (conc_selectable.delist): it takes its entries
 * out, ends the blocks for which it is in line, which their handlers then pass by, and gives back
 * the tokens that had come.
 *
 * Order. Lists are sorted by ticket, drawn at a statement's first failure. An ender takes all of a
 * list, so the waiters come into line in that order.
 *
 * Lifetime. An ender uses a waiter only under the lock of the list in which it found it; the client
 * takes its entries out under that lock before it goes on. A thread that brings a token uses the
 * waiter until it has counted the token; a client that takes its clause back waits for that.
 *
 * Rejected: putting one waiter in line, and the next when it has looked in vain (a client in line
 * by then may look after a change before a waiter with an earlier ticket that looked before it);
 * waking the client to reserve anew (one switch more, and the order is the scheduler's); entries
 * under the token alone (a clause could be taken back only when its handlers are free).
 */
#include "kernel/signal_handler.h"
#include "kernel/waiting.h"
#include "conc/abi_waituntil.h"
#include "port/os.h"
#include "port/stop.h"
#include "separate.h"

struct conc_require_entry {
	struct conc_require *require;
	struct conc_require_entry *next; /* under the handler's requires_lock */
	bool listed;                     /* the same */
};

/* A waiter; on its client's stack. */
struct conc_require {
	struct conc_thread *thread;
	struct conc_waiter *waiter; /* the clause; null: a statement of its own */
	struct conc_abi_reserved *reserved;
	struct conc_require_entry *entries; /* for the operands that do not re-enter */
	struct conc_private_queue **queues; /* of these, for the claimer, then the client */
	uint64_t ticket;
	struct conc_tiny_lock lock;
	uint32_t count;   /* of entries and queues */
	uint32_t missing; /* atomic: tokens that have not come */
	bool claimed;     /* under the lock: it has its places in line */
	bool arrived;     /* atomic: all tokens have come, and their bringer is done with it */
	bool waits;       /* the client: LISTED or IN LINE */
	bool nested;      /* the client: as conc_nested */
};
_Static_assert(sizeof(struct conc_require) <= CONC_ABI_REQUIRE_BYTES &&
                       sizeof(struct conc_require_entry) + sizeof(struct conc_private_queue *) <=
                               CONC_ABI_REQUIRE_OPERAND_BYTES,
               "the room in lowered code");

static uint64_t tickets; /* atomic */

static struct conc_require *require_init(void *memory, struct conc_abi_reserved *reserved,
                                         size_t count)
{
	struct conc_require *w = memory;

	*w = (struct conc_require){.reserved = reserved};
	w->entries = (struct conc_require_entry *)(w + 1);
	w->queues = (struct conc_private_queue **)(w->entries + count);
	return w;
}

/* ---- the lists ---- */

static void list(struct conc_handler *h, struct conc_require_entry *entry)
{
	struct conc_require_entry **link = &h->requires;

	conc_tiny_lock_acquire(&h->requires_lock);
	while (*link && (*link)->require->ticket < entry->require->ticket) link = &(*link)->next;
	entry->next = *link;
	entry->listed = true;
	store_relaxed(link, entry); /* a holder of the token looks without the lock */
	conc_tiny_lock_release(&h->requires_lock);
}

static void unlist(struct conc_handler *h, struct conc_require_entry *entry)
{
	struct conc_require_entry **link = &h->requires;

	conc_tiny_lock_acquire(&h->requires_lock);
	if (entry->listed) {
		while (*link && *link != entry) link = &(*link)->next;
		if (*link) store_relaxed(link, entry->next); /* else its handler was deleted */
		entry->listed = false;
	}
	conc_tiny_lock_release(&h->requires_lock);
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

	conc_tiny_lock_acquire(&h->requires_lock);
	while ((entry = *link)) {
		if (!claim(entry->require)) {
			link = &entry->next; /* another ender's; its client will unlist it */
			continue;
		}
		store_relaxed(link, entry->next);
		entry->listed = false;
		conc_handler_link_all(entry->require->queues, entry->require->count);
	}
	conc_tiny_lock_release(&h->requires_lock);
}

bool conc_require_arrived(struct conc_require *w)
{
	struct conc_waiter *clause = w->waiter;
	bool mine;

	/* acq_rel: the last one sees the effects of all others; the client, if it takes the clause
	 * back, that this thread is done with it */
	if (sub_acq_rel(&w->missing, 1) != 1) return false;
	if (!clause) return true;
	mine = conc_selection_claim(clause->selection, clause);
	/* release: the last use of w; pairs with the client's loads of arrived */
	store_release(&w->arrived, true);
	if (mine) conc_waiter_complete(clause, CONC_WAIT_DONE);
	return false;
}

/* ---- the client ---- */

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

/* Makes a queue that waits for its token take the place of r's. */
static void queue_up(struct conc_require *w, struct conc_abi_reserved *r)
{
	struct conc_private_queue *q =
	        conc_private_queue_new(conc_processor_current(), w->thread, r->conc_handler);

	q->require = w;
	/* relaxed: published by what brings it into line */
	store_relaxed(&q->abi.conc_tail, (uintptr_t)q->first | CONC_TAIL_SYNC);
	r->conc_queue = &q->abi;
	w->entries[w->count] = (struct conc_require_entry){.require = w};
	w->queues[w->count++] = q;
}

/* LOOKS → LISTED. The condition is false, and the tokens are here. */
static void give_up(struct conc_require *w, const char *where)
{
	struct conc_abi_reserved *reserved = w->reserved;
	struct conc_private_queue *old[CONC_OPERANDS_MAX];

	require_check(reserved, w->thread, where);
	/* relaxed: only has to be unique, and increase for each thread */
	if (!reserved->conc_ticket) reserved->conc_ticket = add_relaxed(&tickets, 1) + 1;
	w->ticket = reserved->conc_ticket;
	w->count = 0;
	for (uint32_t i = 0; i < reserved->conc_count; i++) {
		if (reserved[i].conc_enters) continue;
		old[w->count] = conc_reserved_queue(&reserved[i]);
		queue_up(w, &reserved[i]);
	}
	w->missing = w->count;
	w->claimed = w->arrived = false;
	w->waits = true;
	for (uint32_t i = 0, count = w->count; i < count; i++)
		list(old[i]->handler, &w->entries[i]);
	if (!w->waiter)
		conc_thread_waits(w->thread, conc_separate_condition, old[0]->handler, where, NULL);
	for (uint32_t i = 0, count = w->count; i < count; i++)
		conc_handler_end(old[i], false, NULL);
}

/* IN LINE → LOOKS. All tokens have come. */
static void take_over(struct conc_require *w)
{
	struct conc_abi_reserved *reserved = w->reserved;
	size_t own = 0;

	w->waits = false;
	for (uint32_t i = 0; i < reserved->conc_count; i++) {
		if (reserved[i].conc_enters) continue;
		struct conc_private_queue *q = conc_reserved_queue(&reserved[i]);
		unlist(reserved[i].conc_handler, &w->entries[own++]);
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

void conc_abi_require_wait(struct conc_abi_reserved *reserved, const char *where)
{
	_Alignas(16) char
	        memory[CONC_ABI_REQUIRE_BYTES + CONC_OPERANDS_MAX * CONC_ABI_REQUIRE_OPERAND_BYTES];
	struct conc_require *w = require_init(memory, reserved, CONC_OPERANDS_MAX);

	w->thread = conc_thread_self();
	give_up(w, where);
	conc_thread_park(w->thread);
	take_over(w);
}

/* ---- a clause ---- */

void conc_abi_require_clause(struct conc_abi_waituntil *wait, unsigned clause,
                             struct conc_abi_reserved *reserved, void *memory,
                             const volatile void *const *objects, size_t count,
                             const struct conc_abi_reserved *outer, const char *where)
{
	struct conc_require *w = require_init(memory, reserved, count);

	conc_signal_handler_check(conc_thread_self(), where, "separate");
	w->nested = outer != NULL;
	for (size_t i = 0; i < count; i++) {
		reserved[i].conc_object = objects[i];
		reserved[i].conc_handler = conc_handler_of(objects[i], where);
		reserved[i].conc_where = where;
	}
	reserved->conc_count = (uint32_t)count;
	reserved->conc_ticket = 0;
	conc_abi_clause(wait, clause, &conc_require_selectable, reserved->conc_handler, w, where);
}

/* The reservation is the thread's, with all tokens. */
static void enter(struct conc_require *w)
{
	struct conc_thread *self = conc_thread_self();

	if (CONC_UNLIKELY(self->handler != NULL)) conc_handler_count_call(self->handler);
	w->reserved->conc_nested = w->nested;
	w->reserved->conc_before = self->reserved;
	self->reserved = w->reserved;
	/* those that it re-enters: by its own calls */
	conc_abi_require_begin(w->reserved, w->reserved->conc_where);
}

/* Reserves if all handlers are free. Who fails gives back what it has, without having waited. */
static bool require_attempt(void *handler, struct conc_waiter *clause, const char *where)
{
	struct conc_require *w = clause->slot;
	struct conc_abi_reserved *reserved = w->reserved;
	struct conc_thread *self = conc_thread_self();
	bool free = true;

	(void)handler, (void)where;
	for (uint32_t i = 0; i < reserved->conc_count; i++) {
		struct conc_private_queue *q;
		if (!conc_reserved_prepare(reserved, i, self, w->nested)) continue;
		q = conc_reserved_queue(&reserved[i]);
		if (conc_handler_append_first(q)) continue;
		conc_private_queue_free(conc_processor_current(), q);
		free = false;
		for (; i-- > 0;)
			if (!reserved[i].conc_enters)
				conc_handler_end(conc_reserved_queue(&reserved[i]), false, NULL);
		break;
	}
	if (free) enter(w);
	return free;
}

/* Goes into line. Who brings the last token, perhaps this thread, claims the clause. */
static void line_up(struct conc_require *w)
{
	struct conc_abi_reserved *reserved = w->reserved;

	w->count = 0;
	for (uint32_t i = 0; i < reserved->conc_count; i++) {
		struct conc_private_queue *q;
		if (!conc_reserved_prepare(reserved, i, w->thread, w->nested)) continue;
		q = conc_reserved_queue(&reserved[i]);
		conc_private_queue_free(conc_processor_current(), q);
		queue_up(w, &reserved[i]);
	}
	w->missing = w->count;
	w->arrived = false;
	w->claimed = w->waits = true;
	conc_handler_place_all(w->queues, w->count);
	conc_handler_link_all(w->queues, w->count);
}

static int require_enlist(void *handler, struct conc_waiter *clause, bool queue, const char *where)
{
	struct conc_require *w = clause->slot;
	unsigned turns = 0;

	(void)handler, (void)where;
	if (!w->waits) {
		if (!queue) return CONC_ENLIST_QUEUED; /* its first look was the look */
		w->thread = clause->thread;
		w->waiter = clause;
		line_up(w);
		return conc_waiter_is_open(clause) ? CONC_ENLIST_QUEUED : CONC_ENLIST_GONE;
	}
	/* Listed in an earlier round. The last token may have come while the selection was closed.
	 * acquire: pairs with conc_require_arrived */
	if (load_acquire(&w->missing) == 0) {
		while (!load_acquire(&w->arrived)) conc_backoff(&turns);
		if (conc_selection_claim(clause->selection, clause)) return CONC_ENLIST_DONE;
	}
	return conc_waiter_is_open(clause) ? CONC_ENLIST_QUEUED : CONC_ENLIST_GONE;
}

/* Ends the blocks that are in line. Tokens that have come are given back. */
static void leave_line(struct conc_require *w)
{
	bool here[CONC_OPERANDS_MAX];
	uint32_t count = w->count, came = 0;
	unsigned turns = 0;

	for (uint32_t i = 0; i < count; i++) {
		uintptr_t end = (uintptr_t)w->queues[i]->first | CONC_TAIL_END;
		conc_operation_touches(w->queues[i], USES);
		/* as in end_block: without IDLE the handler passes it by */
		here[i] = exchange_acq_rel(&w->queues[i]->abi.conc_tail, end) & CONC_TAIL_IDLE;
		came += here[i];
	}
	/* acquire: who brought a token has counted it, and does not use w or the queue any more */
	while (count - load_acquire(&w->missing) != came) conc_backoff(&turns);
	while (came == count && !load_acquire(&w->arrived)) conc_backoff(&turns);
	for (uint32_t i = 0; i < count; i++)
		if (here[i]) conc_handler_end(w->queues[i], false, NULL);
}

static void require_delist(void *handler, struct conc_waiter *clause)
{
	struct conc_require *w = clause->slot;
	size_t own = 0;

	(void)handler;
	if (!w->waits) return;
	w->waits = false;
	for (uint32_t i = 0; i < w->reserved->conc_count; i++)
		if (!w->reserved[i].conc_enters)
			unlist(w->reserved[i].conc_handler, &w->entries[own++]);
	if (w->claimed) {
		leave_line(w);
		return;
	}
	for (uint32_t i = 0; i < w->count; i++)
		conc_private_queue_free(conc_processor_current(), w->queues[i]);
}

static bool require_selected(void *handler, struct conc_waiter *clause)
{
	struct conc_require *w = clause->slot;

	(void)handler;
	if (!w->waits) return true; /* at the first look */
	take_over(w);
	enter(w);
	return true;
}

static void require_release(void *handler, struct conc_waiter *clause, const char *where)
{
	(void)handler, (void)where;
	conc_abi_release(((struct conc_require *)clause->slot)->reserved);
}

/* ---- quiet(s) ----
 *
 * A clause for a place in line, with nothing to do there: it gives the token back at once. It is in
 * line as a clause of require is, and may be taken back in the same way. */

void conc_abi_quiet_clause(struct conc_abi_waituntil *wait, unsigned clause,
                           struct conc_abi_reserved *reserved, void *memory,
                           const volatile void *object, const char *where)
{
	struct conc_require *w = require_init(memory, reserved, 1);
	struct conc_thread *self = conc_thread_self();

	conc_signal_handler_check(self, where, "quiet");
	reserved->conc_object = object;
	reserved->conc_handler = conc_handler_of(object, where);
	reserved->conc_where = where;
	reserved->conc_count = 1;
	reserved->conc_ticket = 0;
	if (self->handler == reserved->conc_handler || conc_separate_held(reserved->conc_handler))
		conc_stop(where, self, "the handler of %p cannot become quiet: it is %s",
		          (const void *)object,
		          self->handler == reserved->conc_handler ? "the one that waits"
		                                                  : "reserved by this thread");
	conc_abi_clause(wait, clause, &conc_quiet_selectable, reserved->conc_handler, w, where);
}

/* Nobody is in line. */
static bool quiet_attempt(void *handler, struct conc_waiter *clause, const char *where)
{
	struct conc_handler *h = handler;

	(void)clause, (void)where;
	/* acquire: pairs with close_line: what the calls did */
	if (load_acquire(&h->last)) return false;
	conc_edge_to(&h->edge);
	return true;
}

static bool quiet_selected(void *handler, struct conc_waiter *clause)
{
	struct conc_require *w = clause->slot;
	struct conc_private_queue *q;

	(void)handler;
	if (!w->waits) return true; /* at the first look */
	w->waits = false;
	q = conc_reserved_queue(w->reserved);
	q->require = NULL;
	conc_private_queue_syncs(q, true);
	conc_handler_end(q, false, NULL);
	return true;
}

const struct conc_selectable conc_quiet_selectable = {
        .operation = "quiet of a handler",
        .enlist = require_enlist,
        .delist = require_delist,
        .attempt = quiet_attempt,
        .selected = quiet_selected,
        .keeps = true,
};

bool conc_abi_require_holds(struct conc_abi_waituntil *wait)
{
	conc_waituntil_settle(wait);
	return true;
}

bool conc_abi_require_failed(struct conc_abi_waituntil *wait, unsigned clause)
{
	struct conc_waiter *waiter = (struct conc_waiter *)(void *)&wait->conc_clauses[clause];
	struct conc_require *w = waiter->slot;

	conc_waituntil_again(wait, clause);
	w->thread = waiter->thread;
	w->waiter = waiter;
	w->thread->reserved = w->reserved->conc_before;
	give_up(w, wait->conc_clauses[clause].conc_where);
	return false;
}

const struct conc_selectable conc_require_selectable = {
        .operation = conc_separate_condition,
        .enlist = require_enlist,
        .delist = require_delist,
        .release = require_release,
        .attempt = require_attempt,
        .selected = require_selected,
        .keeps = true,
};
