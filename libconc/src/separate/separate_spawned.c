/* SPDX-License-Identifier: MIT */
/*
 * separate: spawned calls (spawn separate (a, b) f(a, b, 1);).
 *
 * The idea. A spawned call has a place in the line of each of its handlers, as a block has. It gets
 * all of them at once, before its client goes on, and begins when the last of their tokens has
 * come. Nobody waits for it, and until then it is no thread: it is a request, a count, and three
 * words for each place. That is what behaviours are in Cheeseman et al., "When Concurrency Matters:
 * Behaviour-Oriented Concurrency" (OOPSLA 2023, section 5); the places are those of the same MCS
 * queues in which private queues are, so blocks and spawned calls have one order.
 *
 *     SPAWNED ── its client, the exchanges of `last`, under all `order` locks ──► IN LINE
 *     IN LINE ── who brings the last token (missing: 1 → 0) ──► READY, a thread that has not begun
 *     READY ── a worker ──► RUNS, with all tokens
 *     RUNS ── its thread, place by place ──► the tokens go on
 *     gone ── who takes the last token on from it, or links behind the last place ──► freed
 *
 * When it runs, its thread has the tokens, so all calls that it makes on the objects are direct.
 * Its reservations are in the thread's list: statements on the same objects re-enter them.
 *
 *     memory:  request (16-aligned)  |  struct conc_spawned  |  places: handler, require, next
 *
 * struct conc_spawned is where the request's padding would begin. So it is written after the
 * request, and a call that copies its request with the padding does so when no other thread uses
 * it.
 *
 * A place is the middle of a struct conc_private_queue whose other members are not there; the
 * pointer in the line is to where that structure would begin. Records are cut from chunks, which
 * are reused when all of a chunk's records are gone.
 *
 * Rejected: a private queue for each place (256 bytes each; a million pending calls are 80 MiB, and
 * would be 600); a thread for each (a descriptor each); a count of places that waits in each
 * handler (the line is there already).
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/chunk.h"
#include "kernel/scheduler.h"
#include "kernel/signal_handler.h"
#include "port/stop.h"
#include "separate.h"

struct conc_spawned {
	uint32_t missing;    /* atomic: tokens that have not come; when it has run, places in use */
	uint32_t offset : 8; /* of the request in its chunk, in units of 16; 0: from malloc */
	uint32_t count : 6;  /* of places: its handlers */
	uint32_t size : 18;  /* of the request, in units of 8 */
};

enum { PLACE = 3 * sizeof(void *), SIZE_MOST = (1 << 18) - 1 };
_Static_assert(offsetof(struct conc_private_queue, require) ==
                               offsetof(struct conc_private_queue, handler) + sizeof(void *) &&
                       offsetof(struct conc_private_queue, next) ==
                               offsetof(struct conc_private_queue, handler) + 2 * sizeof(void *),
               "a place");
_Static_assert(CONC_CHUNK_BYTES <= 256 * CONC_ABI_REQUEST_ALIGN && CONC_OPERANDS_MAX < 64 &&
                       sizeof(struct conc_spawned) == 8,
               "the fields");

static struct conc_private_queue *place_of(struct conc_spawned *s, size_t i)
{
	return (struct conc_private_queue *)(void *)((char *)(s + 1) + i * PLACE -
	                                             offsetof(struct conc_private_queue, handler));
}

static struct conc_spawned *spawned_of(const struct conc_private_queue *place)
{
	return (struct conc_spawned *)((uintptr_t)place->require - CONC_SPAWNED);
}

static char *request_of(struct conc_spawned *s)
{
	return (char *)s - s->size * (size_t)8;
}

/* ---- memory ---- */

static char *new_record(struct conc_processor *p, size_t size, const char *where)
{
	struct conc_chunk *chunk = p->spawned;
	char *place;

	if (CONC_UNLIKELY(CONC_RACES || /* memory not used before */
	                  size > CONC_CHUNK_BYTES - sizeof(struct conc_chunk))) {
		place = malloc(size);
		if (!place)
			conc_stop(where, conc_thread_self(),
			          "no memory for a spawned call of %zu bytes", size);
		p->current->open_chunk = NULL;
		return place;
	}
	if (CONC_UNLIKELY(!chunk || size > (size_t)(conc_chunk_limit(chunk) - chunk->end))) {
		if (chunk) conc_chunk_let_go(p, chunk);
		p->spawned = chunk = conc_chunk_new(p);
		chunk->end = conc_chunk_data(chunk);
	}
	conc_chunk_share(chunk); /* the processor is a user itself */
	place = chunk->end;
	chunk->end += size;
	p->current->open_chunk = chunk;
	conc_edge_fresh(place, size);
	return place;
}

static void free_record(struct conc_spawned *s)
{
	char *request = request_of(s);

	if (!s->offset) free(request);
	else
		conc_chunk_let_go(
		        conc_processor_current(),
		        (struct conc_chunk *)(void *)(request -
		                                      s->offset * CONC_ABI_REQUEST_ALIGN));
}

/* ---- spawning ---- */

char *conc_abi_spawned_begin(size_t count, size_t size, const char *where)
{
	struct conc_processor *p = conc_processor_get();
	size_t bytes = ((size + 7) & ~(size_t)7) + sizeof(struct conc_spawned) + count * PLACE;

	conc_signal_handler_check(p->current, where, "spawn separate");
	if (count > CONC_OPERANDS_MAX)
		conc_stop(where, p->current, "spawn separate reserves at most %d objects",
		          CONC_OPERANDS_MAX);
	if (size / 8 > SIZE_MOST)
		conc_stop(where, p->current, "spawn separate: %zu bytes of arguments are too many",
		          size);
	bytes = (bytes + CONC_ABI_REQUEST_ALIGN - 1) & ~(size_t)(CONC_ABI_REQUEST_ALIGN - 1);
	return new_record(p, bytes, where);
}

void conc_abi_spawned_end(char *request, size_t size, const volatile void *const *objects,
                          size_t count, const char *where)
{
	struct conc_private_queue *places[CONC_OPERANDS_MAX];
	struct conc_spawned *s = (void *)(request + ((size + 7) & ~(size_t)7));
	const struct conc_chunk *chunk = conc_thread_self()->open_chunk;
	uint32_t own = 0;

	conc_operation_on(conc_handler_of(objects[0], where), CHANGES, "spawns on");
	for (size_t i = 0; i < count; i++) {
		struct conc_handler *h = conc_handler_of(objects[i], where);
		bool same = false;
		for (uint32_t j = 0; j < own; j++) same |= places[j]->handler == h;
		if (same) continue;
		places[own] = place_of(s, own);
		places[own]->handler = h;
		places[own]->require = (struct conc_require *)((uintptr_t)s + CONC_SPAWNED);
		/* relaxed: published by the exchange that gives it its place */
		store_relaxed(&places[own]->next, 0);
		own++;
	}
	s->count = own & 63;
	s->size = (uint32_t)(((char *)s - request) / 8) & ((1u << 18) - 1);
	s->offset =
	        chunk ? (uint32_t)((request - (const char *)chunk) / CONC_ABI_REQUEST_ALIGN) & 255
	              : 0;
	store_relaxed(&s->missing, own);
	conc_edge_from(request); /* taken by the thread that runs it */
	conc_handler_append_places(places, own);
}

/* ---- running ---- */

static const struct conc_abi_request_kind *kind_of(struct conc_spawned *s)
{
	const struct conc_abi_request_kind *kind;

	memcpy(&kind, request_of(s), sizeof kind);
	return kind;
}

/* The caller has all tokens. */
static void take_tokens(struct conc_spawned *s, struct conc_thread *self,
                        struct conc_abi_reserved *reserved)
{
	uint32_t count = s->count;

	for (uint32_t i = 0; i < count; i++) {
		struct conc_handler *h = place_of(s, i)->handler;
		/* relaxed: a hint. The record behind it is long out of the cache. */
		__builtin_prefetch((char *)load_relaxed(&place_of(s, i)->next) + PLACE);
		conc_edge_to(&h->edge);
		store_relaxed(&h->owner, self); /* for the report */
		conc_reserved_own(&reserved[i], h, self->started_at);
	}
	reserved->conc_count = count;
	self->reserved = reserved;
}

/* Moves the tokens on. s may be gone then. */
static void pass_tokens(struct conc_spawned *s, struct conc_thread *self)
{
	uint32_t count = s->count;

	self->reserved = NULL;
	conc_operation_touches(&conc_handlers_edge, GIVES);
	conc_edge_from(&conc_handlers_edge);
	/* relaxed: published by what moves a token on */
	store_relaxed(&s->missing, count);
	for (uint32_t i = 0; i < count; i++) {
		struct conc_private_queue *place = place_of(s, i);
		conc_handler_count_call(place->handler);
		conc_edge_from(&place->handler->edge);
		conc_handler_leave_place(place);
	}
}

static void run_spawned(void *memory)
{
	struct conc_spawned *s = memory;
	struct conc_thread *self = conc_thread_self();
	struct conc_abi_reserved reserved[CONC_OPERANDS_MAX];

	conc_edge_last_to(request_of(s)); /* its client's past */
	take_tokens(s, self, reserved);
	kind_of(s)->conc_run(request_of(s));
	pass_tokens(s, self);
}

/* A spawned call with a handle has its thread from the beginning, instead of a request. */
struct task_request {
	const struct conc_abi_request_kind *kind;
	struct conc_thread *thread;
	void (*run)(void *frame);
};

static const struct conc_abi_request_kind task_kind;

static void run_task(void *frame)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_spawned *s = self->spawned;
	struct conc_abi_reserved reserved[CONC_OPERANDS_MAX];

	take_tokens(s, self, reserved);
	((struct task_request *)(void *)request_of(s))->run(frame);
	pass_tokens(s, self);
}

void conc_abi_spawned_task(struct conc_thread *t, const volatile void *const *objects, size_t count,
                           const char *where)
{
	struct task_request *request =
	        (void *)conc_abi_spawned_begin(count, sizeof *request, where);

	*request = (struct task_request){&task_kind, t, t->run};
	t->run = run_task;
	conc_thread_starts(t);
	conc_abi_spawned_end((char *)request, sizeof *request, objects, count, where);
}

void conc_spawned_arrived(struct conc_private_queue *place)
{
	struct conc_spawned *s = spawned_of(place);
	const struct conc_abi_request_kind *kind;
	struct conc_processor *p;
	struct conc_thread *t;

	/* acq_rel: the thread that begins sees the effects of all handlers */
	if (sub_acq_rel(&s->missing, 1u) != 1) return;
	kind = kind_of(s);
	p = conc_processor_current();
	if (kind == &task_kind) {
		t = ((struct task_request *)(void *)request_of(s))->thread;
		t->spawned = s;
	} else {
		t = conc_handler_new_thread(run_spawned, s, kind->conc_name, kind->conc_where);
	}
	conc_schedule_note(CONC_EVENT_STARTS, p->current, t, NULL, t->started_at);
	conc_scheduler_spawn(p, t);
}

void conc_spawned_done(struct conc_private_queue *place)
{
	struct conc_spawned *s = spawned_of(place);

	/* acq_rel: who frees it comes after all that have used it */
	if (sub_acq_rel(&s->missing, 1u) == 1) free_record(s);
}
