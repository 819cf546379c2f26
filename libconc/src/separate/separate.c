/* SPDX-License-Identifier: MIT */
/*
 * separate: reservations (conc/abi_separate.h).
 *
 * A thread's statements form a list, the latest first. A handler that is reserved again is
 * re-entered, without another queue. Inside the same function, calls of the inner block are logged
 * behind those of the outer one. In a function that was called meanwhile they run at once, after a
 * synchronisation: that function may be a query, which runs on the handler itself, and a request
 * beside it would be a race. The same holds for a handler's own objects: its code has the token.
 */
#include "kernel/scheduler.h"
#include "kernel/signal_handler.h"
#include "kernel/statistics.h"
#include "port/stop.h"
#include "separate.h"

/* For code that runs on the handler itself, or has its token: always synchronised. */
static struct conc_private_queue own_queue = {.abi = {.conc_tail = CONC_TAIL_IDLE}};

/* Returns the latest reservation of the handler in the list of statements; null: none. *lexical: on
 * entry, whether the list begins with the enclosing statement; on return, whether the reservation
 * is of an enclosing statement of the same function. */
static struct conc_abi_reserved *separate_find(struct conc_abi_reserved *list,
                                               const struct conc_handler *handler, bool *lexical)
{
	for (; list; *lexical &= list->conc_nested, list = list->conc_before)
		for (uint32_t i = 0; i < list->conc_count; i++)
			if (list[i].conc_handler == handler) return &list[i];
	return NULL;
}

static void separate_enter(struct conc_abi_reserved *r, const struct conc_abi_reserved *held,
                           bool log)
{
	r->conc_queue = held->conc_queue;
	r->conc_direct = held->conc_direct || !log;
	r->conc_enters = true;
}

void conc_reserved_own(struct conc_abi_reserved *r, struct conc_handler *h, const char *where)
{
	*r = (struct conc_abi_reserved){.conc_queue = &own_queue.abi,
	                                .conc_handler = h,
	                                .conc_where = where,
	                                .conc_direct = true,
	                                .conc_enters = true};
}

bool conc_reserved_prepare(struct conc_abi_reserved *reserved, size_t i, struct conc_thread *self,
                           bool nested)
{
	struct conc_abi_reserved *r = &reserved[i], *held;
	struct conc_handler *h = r->conc_handler;
	bool lexical = nested;

	if (CONC_UNLIKELY(self->handler == h)) {
		r->conc_queue = &own_queue.abi;
		r->conc_direct = r->conc_enters = true;
		return false;
	}
	if (CONC_UNLIKELY(self->reserved != NULL) &&
	    (held = separate_find(self->reserved, h, &lexical))) {
		separate_enter(r, held, lexical);
		return false;
	}
	for (size_t j = 0; j < i; j++)
		if (reserved[j].conc_handler == h) {
			separate_enter(r, &reserved[j], true);
			return false;
		}
	r->conc_queue = &conc_private_queue_new(conc_processor_current(), self, h)->abi;
	/* relaxed: it decides which thread runs the calls, not their order */
	r->conc_direct = load_relaxed(&h->passive);
	r->conc_enters = false;
	return true;
}

static __attribute__((noinline)) void append_several(struct conc_abi_reserved *reserved,
                                                     size_t count)
{
	struct conc_private_queue *queues[CONC_OPERANDS_MAX];
	size_t own = 0;

	for (size_t i = 0; i < count; i++)
		if (!reserved[i].conc_enters) queues[own++] = conc_reserved_queue(&reserved[i]);
	conc_handler_place_all(queues, own);
	conc_handler_link_all(queues, own);
}

void conc_abi_reserve(struct conc_abi_reserved *reserved, const volatile void *const *objects,
                      size_t count, const struct conc_abi_reserved *outer, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_abi_reserved *first = reserved;
	size_t own = 0;

	conc_signal_handler_check(self, where, "separate");
	conc_operation_on(objects, CHANGES, "reserves");
	if (CONC_UNLIKELY(count > CONC_OPERANDS_MAX))
		conc_stop(where, self, "a separate statement reserves at most %d objects",
		          CONC_OPERANDS_MAX);
	for (size_t i = 0; i < count; i++) {
		reserved[i].conc_object = objects[i];
		reserved[i].conc_handler = conc_handler_of(objects[i], where);
		reserved[i].conc_where = where;
		own += conc_reserved_prepare(reserved, i, self, outer != NULL);
	}
	if (CONC_UNLIKELY(self->handler != NULL)) conc_handler_count_call(self->handler);
	if (CONC_LIKELY(own == 1)) {
		while (first->conc_enters) first++;
		conc_handler_append(conc_reserved_queue(first));
	} else if (own) {
		append_several(reserved, count);
	}
	reserved->conc_count = (uint32_t)count;
	reserved->conc_nested = outer != NULL;
	reserved->conc_ticket = 0;
	reserved->conc_before = self->reserved;
	self->reserved = reserved;
}

/* The usual statement: one operand, inside no other statement. */
void conc_abi_reserve_one(struct conc_abi_reserved *r, const volatile void *object,
                          const struct conc_abi_reserved *outer, const char *where)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_thread *self = p->current;
	struct conc_private_queue *q;
	struct conc_handler *h;

	h = conc_handler_of(object, where);
	if (CONC_UNLIKELY(self->reserved || self->handler == h)) {
		conc_abi_reserve(r, &object, 1, outer, where);
		return;
	}
	conc_signal_handler_check(self, where, "separate");
	conc_operation_on(h, CHANGES, "reserves");
	p = conc_processor_current();
	if (self->handler) conc_handler_count_call(self->handler);
	q = conc_private_queue_new(p, self, h);
	*r = (struct conc_abi_reserved){
	        .conc_queue = &q->abi,
	        .conc_object = object,
	        .conc_handler = h,
	        .conc_where = where,
	        .conc_count = 1,
	        /* relaxed: it decides which thread runs the calls, not their order */
	        .conc_direct = load_relaxed(&h->passive),
	};
	self->reserved = r;
	conc_handler_append(q);
}

/* If the client is not synchronised, the server goes on, unless it has left. */
static void end_block(struct conc_private_queue *q, struct conc_thread *self,
                      struct conc_thread **heir)
{
	uintptr_t end = (uintptr_t)q->abi.conc_write | CONC_TAIL_END;

	conc_operation_touches(q, USES);
	if (conc_private_queue_is_idle(q)) conc_handler_end(q, true, heir);
	/* release: pairs with the server's load; acquire: the server's effects, if it has left */
	else if (exchange_acq_rel(&q->abi.conc_tail, end) & CONC_TAIL_IDLE)
		conc_handler_end(q, true, heir);
	else conc_separate_left(self);
}

/* A client that gives its last token to a parked client lets that client run at once. If it went
 * on, it would reserve again and wait behind all others; they would stay in line for ever, and each
 * block would cost a park. This way the line drains, and the client finds it empty. */
void conc_abi_release(void *memory)
{
	struct conc_abi_reserved *reserved = memory;
	struct conc_thread *self = conc_thread_self(), *heir = NULL;

	/* which of client and server ends the block last puts those in line that wait for a change
	 */
	conc_operation_on(reserved->conc_queue, USES, "ends the block");
	self->reserved = reserved->conc_before;
	for (size_t i = reserved->conc_count; i-- > 0;)
		if (!reserved[i].conc_enters)
			end_block(conc_reserved_queue(&reserved[i]), self,
			          i == 0 && !self->reserved ? &heir : NULL);
	if (heir) conc_processor_hand_over(heir);
}

struct conc_abi_reserved *conc_separate_held(const struct conc_handler *handler)
{
	bool lexical = false;

	return separate_find(conc_thread_self()->reserved, handler, &lexical);
}

/* ---- synchronising and logging ---- */

void conc_abi_sync_slow(struct conc_abi_reserved *r, const char *where)
{
	if (CONC_UNLIKELY(conc_statistics_on))
		conc_statistics_count("separate: synchronisation", where, 1);
	conc_handler_await(conc_reserved_queue(r), where);
}

#if CONC_SCHEDULES
char *conc_abi_request_seen(struct conc_abi_reserved *r, size_t size)
{
	struct conc_private_queue *q = conc_reserved_queue(r);
	char *place = q->abi.conc_write;

	if (size > (size_t)(q->abi.conc_limit - place)) place = conc_abi_request_slow(r, size);
	else conc_private_queue_syncs(q, false);
	conc_edge_fresh(place, size);
	return place;
}
#endif

#if CONC_EDGES
void conc_abi_log_seen(struct conc_abi_reserved *r, size_t size)
{
	struct conc_private_queue *q = conc_reserved_queue(r);
	uintptr_t before;

	conc_edge_from(q->abi.conc_write); /* acquired by the thread that runs the request */
	q->abi.conc_write += size;
	/* as in conc_abi_log */
	before = exchange_acq_rel(&q->abi.conc_tail, (uintptr_t)q->abi.conc_write);
	if (before & CONC_TAIL_IDLE) conc_handler_serve(q);
}
#endif

void conc_abi_serve(struct conc_abi_reserved *r)
{
	conc_handler_serve(conc_reserved_queue(r));
}

char *conc_abi_request_slow(struct conc_abi_reserved *r, size_t size)
{
	struct conc_private_queue *q = conc_reserved_queue(r);

	conc_private_queue_syncs(q, false);
	if (conc_private_queue_is_idle(q)) {
		conc_private_queue_rewind(q);
		if (!CONC_RACES && size <= (size_t)(q->abi.conc_limit - q->abi.conc_write))
			return q->abi.conc_write;
	}
	return conc_private_queue_grow(q, size);
}

void conc_abi_not_synced(const struct conc_abi_reserved *r, const char *where)
{
	conc_stop(where, conc_thread_self(),
	          "a synchronisation with the handler of %p was removed, but is not in force",
	          (const void *)r->conc_object);
}
