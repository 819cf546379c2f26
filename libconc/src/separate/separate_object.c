/* SPDX-License-Identifier: MIT */
/*
 * separate: objects and the list of all handlers.
 *
 * An object is memory from malloc behind a header that names its handler. A handler ends when its
 * line is closed and it has no object. Closing the line and removing the handler from the list of
 * all handlers are one step under the list's lock, since a thread that settles (below) appends
 * itself to lines of handlers that it finds there. A handler's memory is reused for handlers and
 * never given back, so that the report may look at it late.
 *
 * Settling, at the end of main: a queue of the caller's goes through the line of every handler that
 * has one. Reservations made by handlers' code are counted. If the sum is the same in two passes,
 * no request that ran before the second has asked for anything that the second did not see. A block
 * whose calls are running is waited for first: it may be synchronised then, and last for ever.
 */
#include <malloc.h>
#include <stdlib.h>

#include "conc/duration.h"
#include "conc/separate.h"
#include "kernel/signal_handler.h"
#include "port/layout.h"
#include "port/stop.h"
#include "separate.h"
#include "thread/new.h"

enum { SLAB = 32 /* handlers */ };

static struct {
	struct conc_tiny_lock lock;
	uint64_t numbers;
	uint64_t reclaimed_calls;          /* reservations made by freed handlers' code */
	struct conc_handler *first, *last; /* all handlers, in order of creation */
	struct conc_handler *free;         /* linked by next */
} all;                                     /* under the lock */

CONC_LAYOUT(separate_layout) = {
        {"handlers", (uintptr_t)&all.first},
        CONC_LAYOUT_AT(handler, next),
        CONC_LAYOUT_AT(handler, work),
        CONC_LAYOUT_AT(handler, owner),
        CONC_LAYOUT_AT(handler, requires),
        CONC_LAYOUT_AT(handler, objects),
        CONC_LAYOUT_AT(handler, passive),
        CONC_LAYOUT_AT(handler, type),
        CONC_LAYOUT_AT(handler, where),
        CONC_LAYOUT_AT(private_queue, client),
        {"holder.handler", (uintptr_t)conc_handler_holder},
};

/* ---- fork ---- */

/* In fork's child no other thread is left: forgets what others had reserved and logged. A handler
 * whose code another thread was running stays as that thread left it. */
static void separate_object_forget(struct conc_processor *p)
{
	struct conc_thread *self = p ? p->current : NULL;

	all.lock.word = 0;
	conc_private_queues_reset();
	if (!self) return;
	for (struct conc_handler *h = all.first; h; h = h->next) {
		struct conc_abi_reserved *held = conc_separate_held(h);
		struct conc_private_queue *q = NULL;

		h->requires = NULL;
		h->order.word = h->requires_lock.word = 0;
		if (self->handler == h) q = h->work;
		else if (held) q = conc_reserved_queue(held);
		store_relaxed(&h->last, q ? conc_last_of(q) : 0);
		store_relaxed(&h->owner, q ? self : NULL);
		if (!q) continue;
		store_relaxed(&q->next, 0);
		if (self->handler != h && !conc_private_queue_is_idle(q)) conc_handler_adopt(q);
	}
}

/* ---- handlers ---- */

static struct conc_handler *new_handler(const char *type, const char *where)
{
	struct conc_handler *h;

	conc_tiny_lock_acquire(&all.lock);
	if (!all.free) {
		all.free = calloc(SLAB, sizeof *all.free);
		if (!all.free) conc_stop(where, conc_thread_self(), "no memory for handlers");
		for (int i = 0; i < SLAB - 1; i++) all.free[i].next = &all.free[i + 1];
		conc_handlers_fork_hook = separate_object_forget;
	}
	h = all.free;
	all.free = h->next;
	*h = (struct conc_handler){.objects = 1, .type = type, .where = where};
	h->number = ++all.numbers;
	conc_edge_only_from(&h->edge);
	h->previous = all.last;
	if (all.last) all.last->next = h;
	else store_relaxed(&all.first, h); /* conc_handlers_drain looks without the lock */
	all.last = h;
	conc_tiny_lock_release(&all.lock);
	return h;
}

static void reclaim(struct conc_handler *h)
{
	all.reclaimed_calls += load_relaxed(&h->calls);
	if (h->previous) h->previous->next = h->next;
	/* release: pairs with conc_handlers_drain, if this was the last handler */
	else store_release(&all.first, h->next);
	if (h->next) h->next->previous = h->previous;
	else all.last = h->previous;
	h->next = all.free;
	all.free = h;
}

bool conc_handler_try_reclaim(struct conc_handler *h, uintptr_t last)
{
	bool closed;

	conc_tiny_lock_acquire(&all.lock);
	store_relaxed(&h->owner, NULL);
	/* acq_rel: as in close_line */
	closed = cas_acq_rel(&h->last, &last, 0);
	if (closed && load_relaxed(&h->objects) == 0) reclaim(h);
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
	conc_edge_made(memory, header + 1, where);
	/* relaxed: the delete of the last object has seen the pointer returned here */
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
	if (CONC_UNLIKELY(conc_debug))
		conc_quarantine(header->memory, malloc_usable_size(header->memory));
	else free(header->memory);
	/* relaxed: under the token; it is read by a later holder, at the end of the line */
	sub_relaxed(&h->objects, 1);
}

struct end_request {
	_Alignas(CONC_ABI_REQUEST_ALIGN) const struct conc_abi_request_kind *kind;
	const volatile void *object;
	void (*end)(void *object);
};

static char *run_end(char *place)
{
	const struct end_request *request = (const void *)place;

	end_object(request->object, request->end);
	return place + sizeof *request;
}

static const struct conc_abi_request_kind end_kind = {run_end, "delete", NULL};

/* If the handler is reserved already, or passive, the caller ends the object itself: a delete never
 * logs on the queue of an outer block, and so breaks no synchronisation. */
void conc_abi_delete_separate(const volatile void *object, void (*end)(void *object),
                              const char *where)
{
	struct conc_abi_reserved reserved[1];
	struct end_request *request;

	if (!object) return;
	conc_abi_reserve(reserved, &object, 1, NULL, where);
	if (reserved->conc_direct || reserved->conc_enters) {
		conc_abi_sync_slow(reserved, where);
		end_object(object, end);
	} else {
		request = (void *)conc_abi_request(reserved, sizeof *request);
		*request = (struct end_request){&end_kind, object, end};
		conc_abi_log(reserved, sizeof *request);
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
	conc_operation_on(h, CHANGES, "reserves");
	q = conc_private_queue_new(conc_processor_current(), self, h);
	conc_handler_append(q);
	conc_handler_await(q, where);
	/* relaxed: no reader infers anything else from it */
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

enum line {
	LINE_DONE, /* empty, or its only client is synchronised */
	LINE_OPEN, /* the last client may be synchronised soon */
	LINE_BUSY,
};

/* Judges h's line. naps: how many are left. *last: what `last` was. The last queue may be in other
 * use by now, so the next pass looks again; the memory of one that is not ENDED stays a queue's.
 *
 * A client behind an open block waits for its end, which may be far off or never come, though the
 * requests of that block are long done. So a block that has not ended gets time to be synchronised:
 * as long as the token's holder runs, and some naps if the holder waits itself. Descriptors are
 * never given back, so a late look at the owner reads a descriptor. */
static enum line separate_object_judge(struct conc_handler *h, int naps, uintptr_t *last)
{
	const struct conc_thread *owner;
	uintptr_t tail = 0;

	do {
		/* acquire: pairs with close_line, and with the stores of IDLE */
		*last = load_acquire(&h->last);
		if (*last & CONC_LAST_ENDED) return LINE_BUSY;
		if (*last) tail = load_acquire(&conc_last_queue(*last)->abi.conc_tail);
	} while (load_relaxed(&h->last) != *last);
	if (!*last || tail & CONC_TAIL_IDLE) return LINE_DONE;
	if (tail & CONC_TAIL_END) return LINE_BUSY;
	owner = conc_handler_holder(h);
	return naps > 0 || (owner && !load_relaxed(&owner->wait.operation)) ? LINE_OPEN : LINE_BUSY;
}

static bool any_is_open(int naps)
{
	struct conc_handler *h;
	uintptr_t last;

	conc_tiny_lock_acquire(&all.lock);
	for (h = all.first; h && separate_object_judge(h, naps, &last) != LINE_OPEN;) h = h->next;
	conc_tiny_lock_release(&all.lock);
	return h;
}

/* Waits until no line is open. Returns the naps that are left. */
static int wait_for_open_blocks(int naps)
{
	enum { MOST = 100000000 };

	for (conc_duration nap = 100000; any_is_open(naps); nap = nap < MOST ? 2 * nap : nap) {
		conc_abi_sleep(nap, NULL);
		if (naps > 0) naps--;
	}
	return naps;
}

/* What a pass has seen. If two passes see the same, no handler's code has reserved anything in
 * between. A handler that was freed meanwhile may be in one sum and not in the other. */
struct sums {
	uint64_t calls, reclaimed_before, reclaimed_after;
};

/* Finds the first busy handler from h on and appends q to its line. Null: there is none, or *open:
 * an open block comes first. Adds up the calls of handlers that are done. Under the lock. */
static struct conc_handler *enter_busy(struct conc_handler *h, struct conc_private_queue *q,
                                       int naps, uint64_t *calls, bool *open)
{
	for (*open = false; h; h = h->next) {
		uintptr_t last;
		enum line line = separate_object_judge(h, naps, &last);
		q->handler = h;
		while (line == LINE_BUSY && !conc_handler_append_behind(q, last))
			line = separate_object_judge(h, naps, &last);
		*open = line == LINE_OPEN;
		if (line != LINE_DONE) return *open ? NULL : h;
		*calls += load_relaxed(&h->calls);
	}
	return NULL;
}

/* Goes through the handlers hand over hand: a handler with a queue of ours in its line is not
 * freed. Returns false if a block was opened meanwhile, which the caller has to wait for. */
static bool separate_object_walk(struct conc_thread *self, int naps, struct sums *sums,
                                 const char *where)
{
	struct conc_private_queue *before = NULL, *q;
	struct conc_handler *h;
	bool open;

	*sums = (struct sums){0};
	for (;;) {
		q = conc_private_queue_new(conc_processor_current(), self, NULL);
		conc_tiny_lock_acquire(&all.lock);
		if (!before) sums->reclaimed_before = all.reclaimed_calls;
		h = enter_busy(before ? before->handler->next : all.first, q, naps, &sums->calls,
		               &open);
		sums->reclaimed_after = all.reclaimed_calls;
		conc_tiny_lock_release(&all.lock);
		if (before) conc_handler_end(before, false, NULL);
		if (!h) break;
		conc_handler_await(q, where);
		sums->calls += load_relaxed(&h->calls);
		before = q;
	}
	conc_private_queue_free(conc_processor_current(), q);
	return !open;
}

static struct sums whole_pass(struct conc_thread *self, int *naps, const char *where)
{
	struct sums sums;

	do *naps = wait_for_open_blocks(*naps);
	while (!separate_object_walk(self, *naps, &sums, where));
	return sums;
}

conc_edge_cell conc_handlers_edge;

void conc_handlers_drain(const char *where)
{
	/* acquire: pairs with reclaim, if no handler is left */
	if (load_acquire(&all.first)) {
		struct conc_thread *self = conc_thread_self();
		int naps = 11; /* 200 ms */
		struct sums before, now = whole_pass(self, &naps, where);
		do {
			before = now;
			now = whole_pass(self, &naps, where);
		} while (now.calls != before.calls ||
		         now.reclaimed_after != before.reclaimed_before);
	}
	conc_operation_on(&conc_handlers_edge, TAKES, "waits for the handlers");
	conc_edge_to(&conc_handlers_edge);
}
