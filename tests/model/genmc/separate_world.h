/* SPDX-License-Identifier: MIT */
/* What the files of separate objects need of the world around them, for GenMC: threads that are clients, servers
 * that are threads, and logs that say whether what is carried out keeps the order.
 *
 * A driver takes the functions of the token (take), and says in a case what each client does:
 *     R0 reserve handler 0, C0 log a call, T0 log one that makes its condition true, Q0 synchronise and run a
 *     query, E0 end; the same with 1; M01, M10 reserve both, named in this order
 * Each call asserts that it comes behind those before it in its block, with none of another's between; what it
 * writes is plain, so whoever is not ordered with it is a race. A server is a thread that is made for it, or,
 * with INLINE, runs on the stack of the client that waits for it, if it has not started. */
#ifndef MODEL_SEPARATE_WORLD_H
#define MODEL_SEPARATE_WORLD_H

#include "actor_world.h"

#define conc_private_queue_new unit_private_queue_new
#define conc_private_queue_free unit_private_queue_free
#define conc_private_queue_done unit_private_queue_done
#include <separate.h>
#undef conc_private_queue_new
#undef conc_private_queue_free
#undef conc_private_queue_done

#include <stop.h>

#ifndef SERVERS
#define SERVERS 1 /* that are made, at most */
#endif
enum { HANDLERS = 2, CLIENTS = 3, BLOCKS = 8, REQUESTS = 3 };

const char conc_separate_query[] = "query", conc_separate_condition[] = "condition";

static struct conc_thread clients[CLIENTS], servers[SERVERS];
static struct conc_handler handlers[HANDLERS];
static struct conc_handler *served[SERVERS]; /* atomic: whom it serves when it is made */
#define conc_record(p, event, t, object, what, where) ((void)(object))

static struct conc_handler nobody;
#define conc_handlers_edge nobody /* of size 0, which would share another's place in GenMC */
static uint32_t started[SERVERS]; /* atomic: with INLINE */
static uint32_t server_count;     /* atomic */
static _Thread_local struct conc_thread *self_tls;

static struct conc_processor *conc_processor_current(void)
{
	return NULL;
}

struct conc_thread *conc_thread_self(void)
{
	return self_tls;
}

void conc_yield(void) {}

void conc_thread_unpark(struct conc_thread *thread)
{
	assert(exchange_acq_rel(&thread->park, CONC_PARK_NOTIFIED) != CONC_PARK_NOTIFIED);
}

/* Who is handed over to goes on as if it had been made ready. */
bool conc_thread_unpark_taking(struct conc_thread *thread)
{
	conc_thread_unpark(thread);
	return false;
}

void conc_thread_park(struct conc_thread *self)
{
	assert(self == self_tls);
	if (load_acquire(&self->park) != CONC_PARK_NOTIFIED) conc_relax(1);
	store_relaxed(&self->park, CONC_PARK_RUNNING);
}

void conc_stop(const char *where, const struct conc_thread *thread, const char *format, ...)
{
	(void)where, (void)thread, (void)format;
	assert(!"conc_stop");
	abort();
}

/* ---- what a driver does not look at ---- */

bool conc_handler_try_reclaim(struct conc_handler *handler, uintptr_t last)
{
	(void)handler, (void)last;
	assert(!"the handler has an object");
	return false;
}

#ifndef REQUIRES /* the driver has wait conditions */
void conc_require_retry(struct conc_handler *handler)
{
	(void)handler;
}

bool conc_require_arrived(struct conc_require *require)
{
	(void)require;
	return true;
}
#endif

#ifndef SPAWNED /* the driver has spawned calls */
void conc_spawned_arrived(struct conc_private_queue *q)
{
	(void)q;
	assert(!"nothing is spawned");
}

void conc_spawned_done(struct conc_private_queue *q)
{
	(void)q;
	assert(!"nothing is spawned");
}
#endif

#ifndef CACHED /* the driver has queues that clients cache */
void conc_cached_queue_done(struct conc_private_queue *q)
{
	(void)q;
	assert(!"no queue is cached");
}
#endif

/* ---- private queues: fresh memory, so that a late look is seen ---- */

/* A request: what is called, on which handler, in which block, the how manyth. */
struct request {
	const struct conc_abi_request_kind *kind;
	uint64_t handler, block, number, unused;
};

static struct conc_private_queue *conc_private_queue_new(struct conc_processor *p, struct conc_thread *self,
                                                         struct conc_handler *handler)
{
	struct conc_private_queue *q = malloc(sizeof *q + REQUESTS * sizeof(struct request));

	(void)p;
	q->abi.conc_write = q->read = q->first;
	store_relaxed(&q->abi.conc_tail, (uintptr_t)q->first);
	store_relaxed(&q->next, 0);
	store_relaxed(&q->cache, CONC_CACHE_NOT);
	q->handler = handler;
	q->client = self;
	q->require = NULL;
	return q;
}

static void conc_private_queue_done(struct conc_private_queue *q)
{
	if (conc_private_queue_is_place(q)) conc_spawned_done(q);
	else if (load_relaxed(&q->cache) != CONC_CACHE_NOT) conc_cached_queue_done(q);
	else free(q);
}

/* ---- what is carried out ---- */

static struct log {
	uint64_t block, number, total; /* plain: under the token */
	uint64_t count, place[BLOCKS]; /* of each block, from 1; 0: not yet */
	bool on;                       /* for conditions */
} logs[HANDLERS];

static uint32_t blocks; /* atomic: numbers that were given */

static void carry_out(uint64_t handler, uint64_t block, uint64_t number)
{
	struct log *log = &logs[handler];

	if (log->block != block) {
		assert(!log->place[block]);
		log->place[block] = ++log->count;
		log->block = block;
		log->number = 0;
	}
	assert(number == log->number + 1);
	log->number = number;
	log->total++;
}

static char *run_call(char *place)
{
	const struct request *r = (const void *)place;

	carry_out(r->handler, r->block, r->number);
	return place + sizeof *r;
}

static const struct conc_abi_request_kind call_kind = {run_call, NULL};

static char *run_switch_on(char *place)
{
	const struct request *r = (const void *)place;

	logs[r->handler].on = true;
	return run_call(place);
}

static const struct conc_abi_request_kind switch_on_kind = {run_switch_on, NULL};

/* ---- servers ---- */

static struct conc_private_queue *serve_queue(struct conc_handler *h, struct conc_thread *self,
                                              struct conc_private_queue *q);

/* As in separate_handler.c. */
static void serve(void *handler)
{
	struct conc_handler *h = handler;
	struct conc_private_queue *q = h->work;

	while (q) {
		h->work = q;
		q = serve_queue(h, self_tls, q);
	}
}

static void *server(void *thread)
{
	int n = (int)((struct conc_thread *)thread - servers);
	struct conc_handler *h;

	self_tls = thread;
	if (!(h = load_acquire(&served[n]))) conc_relax(1);
	h = load_acquire(&served[n]);
	if (h == &nobody || exchange_acq_rel(&started[n], 1)) return NULL;
#ifdef SPAWNED
	if (servers[n].run) {
		servers[n].run(servers[n].frame);
		return NULL;
	}
#endif
	serve(h);
	return NULL;
}

void conc_handler_serve(struct conc_private_queue *q)
{
	uint32_t n = add_relaxed(&server_count, 1);

	assert(n < SERVERS);
	q->handler->work = q;
	store_relaxed(&q->handler->owner, &servers[n]);
	store_release(&served[n], q->handler);
}

static inline void serve_inline(struct conc_handler *h, const char *where)
{
#ifdef INLINE
	struct conc_thread *self = self_tls, *t = load_relaxed(&h->owner);

	(void)where;
	/* its own: made by this client alone */
	for (uint32_t i = 0; i < SERVERS; i++)
		if (t == &servers[i] && load_acquire(&served[i]) == h && !exchange_acq_rel(&started[i], 1)) {
			t->inline_parent = self;
			self_tls = t;
			serve(h);
			self_tls = self;
		}
#else
	(void)h, (void)where;
#endif
}

/* ---- clients ---- */

/* Of each client alone. */
static struct mine {
	struct conc_private_queue *queue;
	uint64_t block, number;
} all_mine[CLIENTS][HANDLERS];

static struct mine *mine(int h)
{
	return &all_mine[self_tls - clients][h];
}

static void began(int h, struct conc_private_queue *q)
{
	mine(h)->queue = q;
	mine(h)->block = add_relaxed(&blocks, 1) + 1;
	mine(h)->number = 0;
}

static void reserve(int h)
{
	struct conc_private_queue *q = conc_private_queue_new(NULL, self_tls, &handlers[h]);

	began(h, q);
	conc_handler_append(q);
}

static void reserve_both(int g, int h)
{
	struct conc_private_queue *q[2];

	q[0] = conc_private_queue_new(NULL, self_tls, &handlers[g]);
	q[1] = conc_private_queue_new(NULL, self_tls, &handlers[h]);
	began(g, q[0]);
	began(h, q[1]);
	conc_handler_place_all(q, 2);
	conc_handler_link_all(q, 2);
}

static void call(int h, const struct conc_abi_request_kind *kind)
{
	struct conc_abi_reserved reserved;
	struct request *r = (void *)mine(h)->queue->abi.conc_write;

	reserved.conc_queue = &mine(h)->queue->abi;
	r->kind = kind;
	r->handler = (uint64_t)h;
	r->block = mine(h)->block;
	r->number = ++mine(h)->number;
	conc_abi_log(&reserved, sizeof *r);
}

static void query(int h)
{
	conc_handler_await(mine(h)->queue, NULL);
	carry_out((uint64_t)h, mine(h)->block, ++mine(h)->number);
}

static void end_block(struct conc_private_queue *q, struct conc_thread *self, struct conc_thread **heir);

static void end(int h)
{
	struct conc_thread *heir = NULL;

	end_block(mine(h)->queue, self_tls, &heir);
}

enum step { R0, R1, C0, C1, T0, T1, Q0, Q1, E0, E1, M01, M10, STEPS };

static void take_step(enum step step)
{
	int h = step & 1;

	if (step == M01 || step == M10) reserve_both(h, 1 - h);
	else if (step <= R1) reserve(h);
	else if (step <= C1) call(h, &call_kind);
	else if (step <= T1) call(h, &switch_on_kind);
	else if (step <= Q1) query(h);
	else end(h);
}

void conc_abi_serve(struct conc_abi_reserved *r)
{
	conc_handler_serve((struct conc_private_queue *)(void *)r->conc_queue);
}

/* ---- the run ---- */

#ifdef TOGETHER
/* Whether the block of client 0 on the handler was carried out before that of client 1. */
static bool comes_first(int h)
{
	return logs[h].place[all_mine[0][h].block] < logs[h].place[all_mine[1][h].block];
}
#endif

/* Runs the clients, then looks whether all that they asked for is carried out and every line closed. TOGETHER: and
 * whether client 0, who reserves both at once, comes first on 1 where client 1, who reserves 0 and then 1, has come
 * behind it on 0. */
static void run_clients(int count, void *(*body)(void *), uint64_t total)
{
	pthread_t client_threads[CLIENTS], server_threads[SERVERS];
	uint64_t sum = 0;

	for (int h = 0; h < HANDLERS; h++) {
		handlers[h].number = (uint64_t)h + 1;
		handlers[h].objects = 1;
	}
	for (int i = 0; i < SERVERS; i++) pthread_create(&server_threads[i], NULL, server, &servers[i]);
	for (int i = 0; i < count; i++) pthread_create(&client_threads[i], NULL, body, &clients[i]);
	for (int i = 0; i < count; i++) pthread_join(client_threads[i], NULL);
#ifndef SPAWNED /* there are as many as are made */
	for (uint32_t i = load_relaxed(&server_count); i < SERVERS; i++) store_release(&served[i], &nobody);
#endif
	for (int i = 0; i < SERVERS; i++) pthread_join(server_threads[i], NULL);
	for (int h = 0; h < HANDLERS; h++) {
		assert(!load_relaxed(&handlers[h].last));
		sum += logs[h].total;
	}
	assert(sum == total);
#ifdef TOGETHER
	assert(!comes_first(0) || comes_first(1));
#endif
}

#endif
