/* SPDX-License-Identifier: MIT */
/*
 * separate: objects and the list of all handlers.
 *
 * An object is memory from malloc behind a header that names its handler. A handler goes when its
 * line is closed and it has no object: the closing and the taking out of the list of all handlers
 * are one step under that list's lock, since who settles (below) appends itself to lines of
 * handlers it finds there. A handler's memory is used for others, and never given back, so that the
 * report may look at it late.
 *
 * Settling, at the end of main: a queue of the caller's goes through the line of every handler that
 * has one. What handlers' code reserves is counted; when the sum is the same in two passes, no
 * request that was carried out before the second has asked for anything that the second did not
 * see.
 */
#include <malloc.h>
#include <stdlib.h>

#include "actor_debug.h"
#include "conc/duration.h"
#include "conc/separate.h"
#include "processor.h"
#include "separate.h"
#include "signal_handler.h"
#include "stop.h"

enum { SLAB = 32 /* handlers */ };

static struct {
	struct conc_tiny_lock lock;
	uint64_t numbers;
	uint64_t buried_calls;             /* that the code of buried handlers had made */
	struct conc_handler *first, *last; /* all, in the order of their making */
	struct conc_handler *free;         /* by next */
} all;                                     /* under the lock */

/* ---- handlers ---- */

static struct conc_handler *more_handlers(const char *where)
{
	struct conc_handler *slab = calloc(SLAB, sizeof *slab);

	if (!slab) conc_stop(where, conc_thread_self(), "no memory for handlers");
	for (int i = 0; i < SLAB - 1; i++) slab[i].next = &slab[i + 1];
	return slab;
}

static struct conc_handler *new_handler(const char *type, const char *where)
{
	struct conc_handler *h;

	conc_tiny_lock_acquire(&all.lock);
	if (!all.free) all.free = more_handlers(where);
	h = all.free;
	all.free = h->next;
	*h = (struct conc_handler){.objects = 1, .type = type, .where = where};
	h->number = ++all.numbers;
	conc_edge_only_from(&h->edge);
	h->previous = all.last;
	if (all.last) all.last->next = h;
	else store_relaxed(&all.first, h); /* of conc_handlers_settle's look without the lock */
	all.last = h;
	conc_tiny_lock_release(&all.lock);
	return h;
}

static void bury(struct conc_handler *h)
{
	all.buried_calls += load_relaxed(&h->calls);
	if (h->previous) h->previous->next = h->next;
	/* release: pairs with conc_handlers_settle, if this was the last */
	else store_release(&all.first, h->next);
	if (h->next) h->next->previous = h->previous;
	else all.last = h->previous;
	h->next = all.free;
	all.free = h;
}

bool conc_handler_try_bury(struct conc_handler *h, struct conc_private_queue *last)
{
	bool closed;

	conc_tiny_lock_acquire(&all.lock);
	store_relaxed(&h->owner, NULL);
	/* acq_rel: as in close_line */
	closed = cas_acq_rel(&h->last, &last, NULL);
	if (closed && load_relaxed(&h->objects) == 0) bury(h);
	conc_tiny_lock_release(&all.lock);
	return closed;
}

/* ---- objects ---- */

static struct conc_separate_header *header_of(const volatile void *object, const char *where)
{
	struct conc_separate_header *header = (struct conc_separate_header *)(uintptr_t)object - 1;

	if (CONC_UNLIKELY(!object))
		conc_stop(where, conc_thread_self(),
		          "a null pointer where a separate object is wanted");
	if (CONC_LIKELY(header->magic == CONC_SEPARATE_LIVE)) return header;
	if (header->magic == CONC_SEPARATE_DEAD)
		conc_stop(where, conc_thread_self(), "the separate object %p was deleted",
		          (const void *)object);
	conc_stop(where, conc_thread_self(),
	          "%p is no separate object: new separate did not make it", (const void *)object);
}

struct conc_handler *conc_handler_of(const volatile void *object, const char *where)
{
	return header_of(object, where)->handler;
}

void *conc_abi_separate_of(const volatile void *object, const char *where)
{
	return header_of(object, where) + 1;
}

void *conc_abi_new_separate(const volatile void *with, size_t size, size_t align, const char *type,
                            const char *where)
{
	struct conc_separate_header *header;
	struct conc_handler *h = with ? conc_handler_of(with, where) : NULL;
	size_t bytes;
	char *memory = NULL;

	if (align < _Alignof(max_align_t)) align = _Alignof(max_align_t);
	if (!__builtin_add_overflow(size, align + sizeof *header, &bytes))
		memory = calloc(1, bytes);
	if (!memory)
		conc_stop(where, conc_thread_self(), "new separate: no memory for %zu bytes", size);
	header = (void *)((((uintptr_t)memory + sizeof *header + align - 1) & ~(align - 1)) -
	                  sizeof *header);
	header->memory = memory;
	header->magic = CONC_SEPARATE_LIVE;
	/* relaxed: what counts the last object down has seen the pointer that this call yields */
	if (h) add_relaxed(&h->objects, 1);
	header->handler = h ? h : new_handler(type, where);
	return header + 1;
}

static void end_object(const volatile void *object, void (*end)(void *object))
{
	struct conc_separate_header *header = (struct conc_separate_header *)(uintptr_t)object - 1;
	struct conc_handler *h = header->handler;

	if (end) end(header + 1);
	header->magic = CONC_SEPARATE_DEAD;
	if (CONC_UNLIKELY(conc_actor_debug))
		conc_actor_quarantine(header->memory, malloc_usable_size(header->memory));
	else free(header->memory);
	/* relaxed: under the token, of which the line's end, where it is looked at, is the last */
	sub_relaxed(&h->objects, 1);
}

struct end_request {
	_Alignas(CONC_ABI_REQUEST_ALIGN) conc_abi_run *run;
	const volatile void *object;
	void (*end)(void *object);
};

static char *run_end(char *place)
{
	const struct end_request *request = (const void *)place;

	end_object(request->object, request->end);
	return place + sizeof *request;
}

/* Logs the end on a handler that is the caller's for this alone. */
static void log_end(struct conc_abi_reserved *r, const volatile void *object,
                    void (*end)(void *object))
{
	struct end_request *request = (void *)conc_abi_request(r, sizeof *request);

	*request = (struct end_request){run_end, object, end};
	conc_abi_log(r, sizeof *request);
}

/* Who has reserved the handler already ends the object itself: a delete never logs on a queue of
 * somebody's block, and so breaks no synchronisation. */
void conc_abi_delete_separate(const volatile void *object, void (*end)(void *object),
                              const char *where)
{
	struct conc_abi_reserved reserved[1];

	if (!object) return;
	conc_abi_reserve(reserved, &object, 1, NULL, where);
	if (reserved->conc_direct || reserved->conc_enters) {
		conc_abi_sync_slow(reserved, where);
		end_object(object, end);
	} else {
		log_end(reserved, object, end);
	}
	conc_abi_release(reserved);
}

/* ---- passive and active ---- */

static void set_passive(const volatile void *object, bool passive, const char *where)
{
	struct conc_handler *h = conc_handler_of(object, where);
	struct conc_thread *self = conc_thread_self();
	struct conc_private_queue *q;
	const char *what = passive ? "passive" : "active";

	if (self->handler == h)
		conc_stop(where, self, "a handler cannot be set %s by its own code", what);
	if (conc_separate_held(h))
		conc_stop(where, self, "a handler cannot be set %s while it is reserved", what);
	conc_signal_handler_check(self, where, "conc_set_passive");
	q = conc_private_queue_new(conc_processor_current(), self, h);
	conc_handler_append(q);
	conc_handler_await(q, where);
	/* relaxed: who reads it acts on it alone */
	store_relaxed(&h->passive, passive);
	conc_handler_end(q, false, NULL);
}

void conc_set_passive_at(const volatile void *object, const char *where)
{
	set_passive(object, true, where);
}

void conc_set_active_at(const volatile void *object, const char *where)
{
	set_passive(object, false, where);
}

bool conc_is_passive(const volatile void *object)
{
	return load_relaxed(&conc_handler_of(object, NULL)->passive);
}

/* ---- the end of main ---- */

/* Has it been asked for anything that is not done? Not if nobody is in line, or only one who is
 * synchronised. A look at a queue that may be another's by now: the next pass looks again. */
static bool is_busy(struct conc_handler *h)
{
	/* acquire: pairs with close_line */
	struct conc_private_queue *last = load_acquire(&h->last);

	return last && !(conc_private_queue_is_idle(last) && load_relaxed(&h->last) == last);
}

/* From h on: the first handler that is busy, with q behind them; null: none. Adds
 * up the calls of those without. Under the lock. */
static struct conc_handler *enter_busy(struct conc_handler *h, struct conc_private_queue *q,
                                       uint64_t *calls)
{
	for (; h && !is_busy(h); h = h->next) *calls += load_relaxed(&h->calls);
	if (!h) return NULL;
	q->handler = h;
	conc_handler_append(q);
	return h;
}

/* What a pass has seen; the same twice: nobody's code has reserved anything in between. A handler
 * that was buried meanwhile may be in the one sum and not in the other. */
struct sums {
	uint64_t calls, buried_before, buried_after;
};

/* Hand over hand: a handler in whose line there is a queue of ours is not buried. */
static struct sums pass(struct conc_thread *self, const char *where)
{
	struct conc_private_queue *before = NULL, *q;
	struct conc_handler *h;
	struct sums sums = {0};

	for (;;) {
		q = conc_private_queue_new(conc_processor_current(), self, NULL);
		conc_tiny_lock_acquire(&all.lock);
		if (!before) sums.buried_before = all.buried_calls;
		h = enter_busy(before ? before->handler->next : all.first, q, &sums.calls);
		sums.buried_after = all.buried_calls;
		conc_tiny_lock_release(&all.lock);
		if (before) conc_handler_end(before, false, NULL);
		if (!h) break;
		conc_handler_await(q, where);
		sums.calls += load_relaxed(&h->calls);
		before = q;
	}
	conc_private_queue_free(conc_processor_current(), q);
	return sums;
}

/* Is the last one in line still in its block, with calls that are not carried out? */
static bool is_open(struct conc_handler *h)
{
	/* acquire: as in is_busy */
	struct conc_private_queue *last = load_acquire(&h->last);

	return last && !(load_acquire(&last->abi.conc_tail) & (CONC_TAIL_IDLE | CONC_TAIL_END));
}

static bool any_is_open(void)
{
	struct conc_handler *h;

	conc_tiny_lock_acquire(&all.lock);
	for (h = all.first; h && !is_open(h);) h = h->next;
	conc_tiny_lock_release(&all.lock);
	return h;
}

/* Whoever stands in line behind an open block waits for its end, which may be far off, or never
 * come, when what it has asked for is long done. So such are given some time to be synchronised. */
static void wait_for_open_blocks(void)
{
	enum { LOOKS = 11 };
	conc_duration nap = 100000;

	for (int i = 0; i < LOOKS && any_is_open(); i++, nap *= 2) conc_sleep(nap);
}

conc_edge_cell conc_handlers_edge;

void conc_handlers_settle(const char *where)
{
	/* acquire: pairs with bury, where there are none any more */
	if (load_acquire(&all.first)) {
		struct conc_thread *self = conc_thread_self();
		struct sums before, now;
		wait_for_open_blocks();
		now = pass(self, where);
		do {
			before = now;
			now = pass(self, where);
		} while (now.calls != before.calls || now.buried_after != before.buried_before);
	}
	conc_edge_to(&conc_handlers_edge);
}

/* ---- fork ---- */

/* In the child nobody else is left: what others had reserved is forgotten, also what they had
 * logged, and a handler whose code another thread was running stays as that left it. */
static void forget_others(struct conc_handler *h, struct conc_thread *self)
{
	struct conc_abi_reserved *held = conc_separate_held(h);
	struct conc_private_queue *q = NULL;

	h->requires = NULL;
	h->order.word = 0;
	if (self->handler == h) q = h->work;
	else if (held) q = (struct conc_private_queue *)(void *)held->conc_queue;
	store_relaxed(&h->last, q);
	store_relaxed(&h->owner, q ? self : NULL);
	if (!q) return;
	store_relaxed(&q->next, 0);
	if (self->handler != h && !conc_private_queue_is_idle(q)) conc_handler_adopt(q);
}

void conc_handlers_forget_others(struct conc_thread *self)
{
	all.lock.word = 0;
	conc_private_queues_reset();
	if (!self) return;
	for (struct conc_handler *h = all.first; h; h = h->next) forget_others(h, self);
}
