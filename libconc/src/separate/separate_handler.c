/* SPDX-License-Identifier: MIT */
/* separate: the token of a handler, and the servers. The picture is in separate.h. */
#include <string.h>

#include "kernel/recorder.h"
#include "kernel/report.h"
#include "kernel/scheduler.h"
#include "kernel/statistics.h"
#include "separate.h"

const char conc_separate_condition[] = "a condition of require";

struct conc_thread *conc_handler_holder(const void *handler)
{
	return load_relaxed(&((const struct conc_handler *)handler)->owner);
}

/* For the report. Called before the token moves: afterwards only its new holder may. */
static void say_owner(struct conc_handler *h, struct conc_thread *owner)
{
	store_relaxed(&h->owner, owner);
}

/* ---- SERVER or nowhere → CLIENT ---- */

/* Tells q's client that it has the token. tail: q's tail before. */
static void handler_notify_client(struct conc_private_queue *q, uintptr_t tail,
                                  struct conc_thread **heir)
{
	struct conc_thread *client;

	if (!(tail & CONC_TAIL_SYNC)) return; /* q may be gone */
	client = q->client;
	if (q->require && !conc_require_arrived(q->require)) return;
	if (!heir) conc_thread_unpark(client);
	else if (conc_thread_unpark_taking(client)) *heir = client;
}

/* The token has come to q. Returns true if there is nothing to run: the client has the token.
 * below: the client on whose stack the caller runs, or null; it is not told. heir: set to the
 * client if it was parked, for a hand-over; null: the client is made ready. */
static bool arrive(struct conc_private_queue *q, const struct conc_thread *below,
                   struct conc_thread **heir)
{
	uintptr_t tail;

	if (load_relaxed(&q->handler->requires)) conc_operation_touches(q, CHANGES);
	if (CONC_UNLIKELY(conc_private_queue_is_place(q))) {
		say_owner(q->handler, NULL);
		conc_spawned_arrived(q);
		return true;
	}
	/* acquire: pairs with the client's exchange: its requests */
	tail = load_acquire(&q->abi.conc_tail);
	while (conc_tail_place(tail) == q->read && !(tail & CONC_TAIL_END)) {
		say_owner(q->handler, q->client);
		if (q->client == below) {
			store_release(&q->abi.conc_tail, (uintptr_t)q->read | CONC_TAIL_IDLE);
			return true;
		}
		/* release: publishes the handler's data to the client's load of IDLE */
		if (cas_acq_rel(&q->abi.conc_tail, &tail, (uintptr_t)q->read | CONC_TAIL_IDLE)) {
			handler_notify_client(q, tail, heir);
			return true;
		}
	}
	return false;
}

/* ---- the line ---- */

/* Links q behind `before`, which the exchange of last has returned. */
static void link_behind(struct conc_private_queue *before, struct conc_private_queue *q)
{
	/* release: publishes q; acquire: if the token was left there, the handler's data */
	if (CONC_LIKELY(exchange_acq_rel(&before->next, (uintptr_t)q) != CONC_QUEUE_LEFT)) return;
	conc_private_queue_done(before);
	arrive(q, NULL, NULL);
}

void conc_handler_append(struct conc_private_queue *q)
{
	struct conc_private_queue *before;

	conc_handler_await_places(q->handler);
	conc_operation_touches(q->handler, CHANGES);
	if (CONC_UNLIKELY(conc_statistics_on))
		conc_statistics_count("separate: reservation", q->handler->where, 1);
	/* release: publishes q; acquire: pairs with close_line: the handler's data */
	before = conc_last_queue(exchange_acq_rel(&q->handler->last, (uintptr_t)q));
	if (CONC_UNLIKELY(before != NULL)) {
		link_behind(before, q);
		return;
	}
	say_owner(q->handler, q->client);
	/* relaxed: only the caller, which has the token, relies on it */
	store_relaxed(&q->abi.conc_tail, (uintptr_t)q->first | CONC_TAIL_IDLE);
}

bool conc_handler_append_first(struct conc_private_queue *q)
{
	uintptr_t nobody = 0;

	/* acquire: as in conc_handler_await_places */
	if (load_acquire(&q->handler->order.word) != 0) return false;
	conc_operation_touches(q->handler, CHANGES);
	/* as in conc_handler_append */
	if (!cas_acq_rel(&q->handler->last, &nobody, (uintptr_t)q)) return false;
	if (CONC_UNLIKELY(conc_statistics_on))
		conc_statistics_count("separate: reservation", q->handler->where, 1);
	say_owner(q->handler, q->client);
	store_relaxed(&q->abi.conc_tail, (uintptr_t)q->first | CONC_TAIL_IDLE);
	return true;
}

bool conc_handler_append_behind(struct conc_private_queue *q, uintptr_t last)
{
	uintptr_t before = last;

	/* as in conc_handler_append; no look at `order`: settling waits in one line at a time */
	if (!cas_acq_rel(&q->handler->last, &before, (uintptr_t)q)) return false;
	conc_operation_touches(q->handler, CHANGES);
	link_behind(conc_last_queue(last), q);
	return true;
}

void conc_handler_append_ended(struct conc_private_queue *q)
{
	struct conc_private_queue *before;

	conc_handler_await_places(q->handler);
	conc_operation_touches(q->handler, CHANGES);
	/* as in conc_handler_append */
	before = conc_last_queue(exchange_acq_rel(&q->handler->last, conc_last_of(q)));
	if (before) {
		/* as in link_behind */
		if (CONC_LIKELY(exchange_acq_rel(&before->next, (uintptr_t)q) != CONC_QUEUE_LEFT))
			return;
		conc_private_queue_done(before);
	}
	conc_handler_serve(q);
}

static void sort_by_handler(struct conc_private_queue **queues, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct conc_private_queue *q = queues[i];
		size_t j = i;
		for (; j > 0 && queues[j - 1]->handler->number > q->handler->number; j--)
			queues[j] = queues[j - 1];
		queues[j] = q;
	}
}

void conc_handler_place_all(struct conc_private_queue **queues, size_t count)
{
	sort_by_handler(queues, count);
	for (size_t i = 0; i < count; i++) conc_tiny_lock_acquire(&queues[i]->handler->order);
	/* acq_rel: as in conc_handler_append */
	for (size_t i = 0; i < count; i++) {
		conc_operation_touches(queues[i]->handler, CHANGES);
		queues[i]->before = conc_last_queue(
		        exchange_acq_rel(&queues[i]->handler->last, (uintptr_t)queues[i]));
	}
	for (size_t i = count; i-- > 0;) conc_tiny_lock_release(&queues[i]->handler->order);
}

/* When the last queue is linked its client may go on, and the array be gone. */
void conc_handler_link_all(struct conc_private_queue **queues, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct conc_private_queue *q = queues[i];
		if (q->before) link_behind(q->before, q);
		else arrive(q, NULL, NULL);
	}
}

void conc_handler_append_places(struct conc_private_queue **places, size_t count)
{
	struct conc_private_queue *before[CONC_OPERANDS_MAX];

	if (count == 1) conc_handler_await_places(places[0]->handler);
	if (count > 1) sort_by_handler(places, count);
	for (size_t i = 0; count > 1 && i < count; i++)
		conc_tiny_lock_acquire(&places[i]->handler->order);
	/* acq_rel: as in conc_handler_append */
	for (size_t i = 0; i < count; i++) {
		conc_operation_touches(places[i]->handler, CHANGES);
		before[i] = conc_last_queue(exchange_acq_rel(
		        &places[i]->handler->last, (uintptr_t)places[i] | CONC_LAST_ENDED));
	}
	for (size_t i = count; count > 1 && i-- > 0;)
		conc_tiny_lock_release(&places[i]->handler->order);
	for (size_t i = 0; i < count; i++) {
		if (before[i]) link_behind(before[i], places[i]);
		else arrive(places[i], NULL, NULL);
	}
}

/* Closes the line if q still is the last queue. Returns true if so: the token is nowhere then. */
static bool close_line(struct conc_handler *h, struct conc_private_queue *q)
{
	uintptr_t last = (uintptr_t)q;

	/* relaxed: the thread that deleted the last object had the token before */
	if (CONC_UNLIKELY(load_relaxed(&h->objects) == 0))
		return conc_handler_try_reclaim(h, conc_last_of(q));
	say_owner(h, NULL);
	/* release: pairs with the acquire in conc_handler_append of the next client */
	if (cas_acq_rel(&h->last, &last, 0)) return true;
	/* only few queues are ENDED, so that is tried second; the same orders */
	return last == ((uintptr_t)q | CONC_LAST_ENDED) && cas_acq_rel(&h->last, &last, 0);
}

/* q has run and ended. Returns the queue to which the token goes; null: the line is closed, or the
 * token is left to the client that is about to link. q is gone. */
static struct conc_private_queue *next_in_line(struct conc_handler *h, struct conc_private_queue *q)
{
	/* acquire: pairs with link_behind */
	uintptr_t next = load_acquire(&q->next);

	if (!next) {
		if (close_line(h, q)) {
			conc_private_queue_done(q);
			return NULL;
		}
		/* release: if no queue is linked yet, the client that links gets the token and q */
		next = exchange_acq_rel(&q->next, CONC_QUEUE_LEFT);
		if (!next) return NULL;
	}
	conc_private_queue_done(q);
	return (struct conc_private_queue *)next;
}

/* Moves the token on from q, which has ended. Returns the next queue if the caller has to serve it;
 * null: the token has gone. */
static struct conc_private_queue *pass_on(struct conc_handler *h, struct conc_private_queue *q,
                                          bool called, const struct conc_thread *below,
                                          struct conc_thread **heir)
{
	/* relaxed: who has the token sees what was entered under it before */
	if (CONC_UNLIKELY(load_relaxed(&h->requires) != NULL) && called) {
		conc_operation_touches(q, CHANGES);
		conc_require_retry(h);
	}
	q = next_in_line(h, q);
	return q && !arrive(q, below, heir) ? q : NULL;
}

void conc_handler_end(struct conc_private_queue *q, bool called, struct conc_thread **heir)
{
	struct conc_private_queue *next;

	conc_private_queue_syncs(q, false);
	next = pass_on(q->handler, q, called, NULL, heir);
	if (next) conc_handler_serve(next);
}

void conc_handler_leave_place(struct conc_private_queue *place)
{
	struct conc_private_queue *next = pass_on(place->handler, place, true, NULL, NULL);

	if (next) conc_handler_serve(next);
}

/* ---- serving ---- */

/* Runs a request for the flight recorder, if that has room. */
static char *run_recorded(char *place, const struct conc_abi_request_kind *kind,
                          const struct conc_handler *h)
{
	conc_record(conc_processor_current(), HANDLES, conc_processor_current()->current, h,
	            kind->conc_name, h->type);
	place = kind->conc_run(place);
	conc_record(conc_processor_current(), HANDLED, conc_processor_current()->current, NULL,
	            NULL, NULL);
	return place;
}

static inline void run_requests(struct conc_private_queue *q, const char *end)
{
	bool recorded =
	        !CONC_SCHEDULES && load_relaxed(&conc_processor_current()->events_left) != 0;
	char *place = q->read;
	uint64_t count = 0;

	for (; place != end; count++) {
		const struct conc_abi_request_kind *kind;
		conc_edge_last_to(place); /* its client's past */
		memcpy(&kind, place, sizeof kind);
		place = CONC_UNLIKELY(recorded) && kind->conc_name
		                ? run_recorded(place, kind, q->handler)
		                : kind->conc_run(place);
	}
	conc_operation_touches(&conc_handlers_edge, GIVES);
	conc_edge_from(&conc_handlers_edge);
	q->read = place;
	if (CONC_UNLIKELY(conc_statistics_on))
		conc_statistics_count("separate: request", q->handler->where, count);
}

#if CONC_SCHEDULES
struct requests {
	struct conc_private_queue *q;
	const char *end;
};

static void run_seen(void *argument)
{
	struct requests *requests = argument;

	run_requests(requests->q, requests->end);
}
#endif

/* A seeded run knows the requests from the thread that runs them, which may be a client. */
static void run_up_to(struct conc_private_queue *q, const char *end)
{
#if CONC_SCHEDULES
	struct requests requests = {q, end};

	conc_edge_run(&q->handler->edge, "handler of", q->handler->type, run_seen, &requests);
#else
	conc_edge_to(&q->handler->edge);
	run_requests(q, end);
	conc_edge_from(&q->handler->edge);
#endif
}

/* All of q up to tail has run. Returns false if q is cached and its client has logged more. */
static bool close_cached(struct conc_private_queue *q, uintptr_t tail)
{
	/* relaxed: fixed, but for IN_LINE → ORPHAN */
	if (CONC_LIKELY(load_relaxed(&q->cache) == CONC_CACHE_NOT)) return true;
	/* relaxed: competes with the client's CAS in separate_single_call.c. If that came first its
	 * requests are read anew; if this did, the client goes by `cache` */
	return cas_relaxed(&q->abi.conc_tail, &tail, CONC_TAIL_CLOSED);
}

/* SERVER(q): runs q's requests. Returns the server's next queue; null: the token has left it. */
static struct conc_private_queue *serve_queue(struct conc_handler *h, struct conc_thread *self,
                                              struct conc_private_queue *q)
{
	for (;;) {
		/* acquire: pairs with the client's exchange: the requests up to there */
		uintptr_t tail = load_acquire(&q->abi.conc_tail);
		run_up_to(q, conc_tail_place(tail));
		if (tail & CONC_TAIL_END) {
			if (!close_cached(q, tail)) continue;
			return pass_on(h, q, true, self->inline_parent, NULL);
		}
		if (arrive(q, self->inline_parent, NULL)) return NULL;
		say_owner(h, self);
	}
}

static void handler_serve(void *handler)
{
	struct conc_handler *h = handler;
	struct conc_private_queue *q = h->work;
	struct conc_thread *self = conc_thread_self();

	self->handler = h;
	while (q) {
		h->work = q;
		q = serve_queue(h, self, q);
	}
	self->handler = NULL;
}

struct conc_thread *conc_handler_new_thread(void (*run)(void *frame), void *frame, const char *name,
                                            const char *where)
{
	struct conc_thread *t = conc_thread_new(conc_processor_current());

	t->run = run;
	t->frame = frame;
	t->frame_size = 0;
	t->name = name;
	t->started_at = where;
	store_relaxed(&t->kind, CONC_THREAD_TASK);
	store_relaxed(&t->end, CONC_DETACHED);
	return t;
}

void conc_handler_serve(struct conc_private_queue *q)
{
	struct conc_processor *p = conc_processor_current();
	struct conc_handler *h = q->handler;
	struct conc_thread *t;

	conc_schedule_same_number(&h->server);
	t = conc_handler_new_thread(handler_serve, h, h->type, h->where);
	h->work = q; /* published by the push that makes the server known */
	say_owner(h, t);
	conc_schedule_note(CONC_EVENT_STARTS, p->current, t, NULL, t->started_at);
	conc_scheduler_spawn(p, t);
}

void conc_handler_yield(void)
{
	enum { LEFT = 32, MOVED = CONC_YIELD_MASK + 1 };
	struct conc_processor *p = conc_processor_current();

	if (CONC_UNLIKELY(conc_deque_count(&p->deque) > LEFT))
		conc_scheduler_move_to_ring(p, MOVED);
	conc_yield();
}

struct conc_thread *conc_handler_take_server(const struct conc_handler *h)
{
	struct conc_processor *p = conc_processor_current();
	struct conc_thread *t = conc_deque_peek(&p->deque);

	if (!t || t != conc_handler_holder(h)) return NULL;
	return conc_deque_pop(&p->deque) == t ? t : NULL; /* if the last, a thief may have it */
}

/* If h's server is at hand, runs it on the caller's stack. */
static void serve_inline(const struct conc_handler *h, const char *where)
{
	struct conc_thread *self = conc_thread_self(), *t;

	if (!conc_processor_can_inline(conc_processor_current(), self)) return;
	t = conc_handler_take_server(h);
	if (!t) return;
	conc_thread_waits(self, conc_separate_query, h, where, conc_handler_holder);
	conc_processor_run_inline(conc_processor_current(), self, t);
	store_relaxed(&self->wait.operation, NULL);
}

static void handler_await(struct conc_private_queue *q, const char *where)
{
	struct conc_thread *self = q->client;
	uintptr_t tail;

	if (conc_private_queue_is_idle(q)) return;
	serve_inline(q->handler, where);
	/* acquire, also on failure: pairs with arrive */
	tail = load_acquire(&q->abi.conc_tail);
	do {
		if (tail & CONC_TAIL_IDLE) return;
	} while (!cas_acq_rel(&q->abi.conc_tail, &tail, tail | CONC_TAIL_SYNC));
	conc_thread_waits(self, conc_separate_query, q->handler, where, conc_handler_holder);
	conc_thread_park(self);
}

void conc_handler_await(struct conc_private_queue *q, const char *where)
{
	handler_await(q, where);
	conc_private_queue_syncs(q, true);
}

void conc_handler_adopt(struct conc_private_queue *q)
{
	if (!arrive(q, NULL, NULL)) conc_handler_serve(q);
}
