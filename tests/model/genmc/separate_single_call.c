/* SPDX-License-Identifier: MIT */
/* Blocks of one call, and the queue that their client caches (separate_single_call.c): what is added to it while it is in
 * line against the server that closes it, its use again, its client's end. Each call is carried out once, those of
 * one client in its order, and who has seen another's call carried out comes behind it; the queue is freed once.
 *
 * O0: a block of one call on handler 0; L: the client ends. PLACES: whose queue is cached on 1 reserves 0 while another
 * reserves both. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: separate_handler.c s/memcpy(&kind, place, sizeof kind);/kind = *(const struct conc_abi_request_kind **)(void *)place;/
// scale: separate_single_call.c s/memcpy(other->first, place, size);/copy_request(other->first, place);/
// scale: separate_handler.c s/load_relaxed(&conc_processor_current()->events_left) != 0/false/
// options: --disable-spin-assume
// take: separate_handler.c say_owner handler_notify_client arrive link_behind conc_handler_append conc_handler_append_ended
// take: separate_handler.c sort_by_handler conc_handler_place_all conc_handler_link_all close_line next_in_line
// take: separate_handler.c pass_on conc_handler_end run_recorded run_requests run_up_to close_cached serve_queue handler_await conc_handler_await
// take: separate.c end_block
// take: separate_single_call.c conc_cached_queue_done leave_cached use_cached find_queue single_call_append single_call_add conc_abi_single_call_end
// case: again -DFIRST=O0,O0 -DTOTAL=2 -DSERVERS=2
// case: thrice -DFIRST=O0,O0,O0 -DTOTAL=3 -DSERVERS=3
// case: leaves -DFIRST=O0,L -DTOTAL=1
// case: leaves_later -DFIRST=O0,O0,L -DTOTAL=2 -DSERVERS=2
// case: beside_a_query -DFIRST=O0,O0 -DSECOND=R0,Q0,E0 -DTOTAL=3 -DSERVERS=2
// case: beside_another -DFIRST=O0,O0 -DSECOND=O0 -DTOTAL=3 -DSERVERS=3
// case: then_a_query -DFIRST=O0,O0,R0,Q0,E0 -DTOTAL=3 -DSERVERS=2
// case: beside_several -DPLACES
// mutant: separate_single_call.c s/.*conc_handler_await_places(.*//
// mutant: separate.h s/load_acquire(&h->order.word)/load_relaxed(\&h->order.word)/
// mutant: separate_single_call.c s/cas_acq_rel(&q->abi.conc_tail, &tail, tail + size)/cas_relaxed(\&q->abi.conc_tail, \&tail, tail + size)/
// mutant: separate_single_call.c s/if (CONC_LIKELY(cas_acq_rel(&q->abi.conc_tail, &tail, tail + size)))/if (store_release(\&q->abi.conc_tail, tail + size), true)/
// mutant: separate_single_call.c s/exchange_acq_rel(&q->cache, CONC_CACHE_DONE)/exchange_relaxed(\&q->cache, CONC_CACHE_DONE)/
// mutant: separate_single_call.c s/load_acquire(&q->cache) != CONC_CACHE_IN_LINE/load_relaxed(\&q->cache) != CONC_CACHE_IN_LINE/
// mutant: separate_single_call.c s/ != CONC_CACHE_IN_LINE) free_cached(q);/ == CONC_CACHE_DONE \|\| true) free_cached(q);/
// mutant: separate_single_call.c s/	store_relaxed(&q->next, 0);//
// mutant: separate_handler.c s/return cas_relaxed(&q->abi.conc_tail, &tail, CONC_TAIL_CLOSED)/return store_release(\&q->abi.conc_tail, CONC_TAIL_CLOSED), true/
#define CACHED 1
#include "separate_world.h"

enum { O0 = STEPS + 1, L, CALLS_MAX = 64 };

static void free_cached(struct conc_private_queue *q)
{
	free(q);
}

static struct conc_private_queue *new_cached(struct conc_processor *p, struct conc_thread *self)
{
	struct conc_private_queue *q = conc_private_queue_new(p, self, NULL);

	q->abi.conc_limit = q->first + REQUESTS * sizeof(struct request);
	return self->cached_queue = q;
}

/* Others run in any case. */
static bool catch_up(const struct conc_private_queue *q, const struct conc_thread *self)
{
	(void)q, (void)self;
	return false;
}

static void copy_request(char *to, const char *from)
{
	struct request *r = (void *)to;
	const struct request *s = (const void *)from;

	r->kind = s->kind;
	r->handler = s->handler;
	r->block = s->block;
	r->number = s->number;
	r->unused = s->unused;
}

#include <taken.c>

static uint64_t last_of[CLIENTS]; /* plain, under the token: the number of each client's last call */

static char *run_only(char *place)
{
	const struct request *r = (const void *)place;

	assert(r->unused >> 8 == last_of[r->unused & 255] + 1);
	last_of[r->unused & 255]++;
	return run_call(place);
}

static const struct conc_abi_request_kind only_kind = {run_only, NULL};

static uint64_t onlies[CLIENTS]; /* of each client alone */

static void only(int h)
{
	uint64_t me = (uint64_t)(self_tls - clients);
	struct conc_private_queue *q = find_queue(NULL, self_tls, &handlers[h], sizeof(struct request));
	struct request *r = (void *)q->abi.conc_write;

	self_tls->open_queue = q;
	r->kind = &only_kind;
	r->handler = (uint64_t)h;
	r->block = add_relaxed(&blocks, 1) + 1;
	r->number = 1;
	r->unused = ++onlies[me] << 8 | me;
	conc_abi_single_call_end(sizeof *r);
}

#ifdef PLACES
static struct conc_private_queue *both[HANDLERS], *cached;

static void *reserves_both(void *thread)
{
	struct conc_private_queue *queues[] = {both[0], both[1]};

	self_tls = thread;
	conc_handler_place_all(queues, HANDLERS);
	return NULL;
}

static void *reserves_each(void *thread)
{
	struct conc_private_queue *q = conc_private_queue_new(NULL, thread, &handlers[0]);

	self_tls = thread;
	conc_handler_append(q);
	if (find_queue(NULL, thread, &handlers[1], sizeof(struct request)) == cached)
		assert(load_relaxed(&both[0]->next) != (uintptr_t)q);
	return NULL;
}

int main(void)
{
	pthread_t one, other;

	for (int h = 0; h < HANDLERS; h++) both[h] = conc_private_queue_new(NULL, &clients[0], &handlers[h]);
	cached = use_cached(new_cached(NULL, &clients[1]), &handlers[1]);
	cached->cache = CONC_CACHE_IN_LINE;
	handlers[1].last = conc_last_of(cached);
	handlers[1].number = 1;
	pthread_create(&one, NULL, reserves_both, &clients[0]);
	pthread_create(&other, NULL, reserves_each, &clients[1]);
	pthread_join(one, NULL);
	pthread_join(other, NULL);
	return 0;
}
#else
#ifndef SECOND
#define SECOND STEPS
#endif

static const int first[] = {FIRST, STEPS}, second[] = {SECOND, STEPS};

static void *run(void *thread)
{
	const int *step = thread == &clients[0] ? first : second;

	self_tls = thread;
	for (; *step != STEPS; step++) {
		if (*step == O0) only(0);
		else if (*step == L) leave_cached(self_tls);
		else take_step((enum step) * step);
	}
	return NULL;
}

int main(void)
{
	clients[0].last_handler = &handlers[0]; /* it has made such a block before */
	run_clients(second[0] != STEPS ? 2 : 1, run, TOTAL);
	return 0;
}
#endif
