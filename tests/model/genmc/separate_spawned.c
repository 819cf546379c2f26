/* SPDX-License-Identifier: MIT */
/* Spawned calls (separate_spawned.c) in the lines of handlers (separate_handler.c), between blocks and each other: each runs
 * once, when it has all tokens, and sees what those before it wrote; the tokens go on; a record is freed once, and
 * nobody looks at it then. S0 spawns a call on handler 0, S01 and S10 one on both.
 *
 * separate_world.h says what else clients do. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: separate_handler.c s/memcpy(&kind, place, sizeof kind);/kind = *(const struct conc_abi_request_kind **)(void *)place;/
// scale: separate_handler.c s/load_relaxed(&conc_processor_current()->events_left) != 0/false/
// scale: separate_spawned.c s/memcpy(&kind, request_of(s), sizeof kind);/kind = *(const struct conc_abi_request_kind **)(void *)request_of(s);/
// scale: separate_spawned.c s/__builtin_prefetch(.*//
// options: --disable-spin-assume
// take: separate_spawned.c place_of spawned_of request_of kind_of
// take: separate_handler.c say_owner handler_notify_client arrive link_behind conc_handler_append sort_by_handler
// take: separate_handler.c conc_handler_place_all conc_handler_link_all conc_handler_append_places close_line next_in_line pass_on conc_handler_leave_place
// take: separate_handler.c conc_handler_new_thread conc_handler_end run_recorded run_requests run_up_to close_cached serve_queue handler_await conc_handler_await
// take: separate.c end_block
// take: separate_spawned.c conc_abi_spawned_end take_tokens pass_tokens run_spawned conc_spawned_arrived conc_spawned_done
// case: one -DFIRST=S0 -DTOTAL=1
// case: both -DFIRST=S01 -DTOTAL=2
// case: twice -DFIRST=S0,S0 -DTOTAL=2 -DSERVERS=2
// case: chain -DFIRST=S01,S0 -DTOTAL=3 -DSERVERS=2
// case: crossed -DFIRST=S01 -DSECOND=S10 -DTOTAL=4 -DSERVERS=2
// case: behind_a_block -DFIRST=R0,Q0,E0 -DSECOND=S0 -DTOTAL=2
// case: before_a_block -DFIRST=S0,R0,Q0,E0 -DTOTAL=2
// case: between_blocks -DFIRST=S0,R0,Q0,E0 -DSECOND=R0,Q0,E0 -DTOTAL=3
// case: with_a_call -DFIRST=R0,C0,E0 -DSECOND=S0 -DTOTAL=2 -DSERVERS=2
// case: together -DFIRST=M01,Q0,Q1,E1,E0 -DSECOND=S0,R1,Q1,E1 -DTOTAL=4 -DTOGETHER
// case: both_together -DFIRST=S01 -DSECOND=S0,S1 -DTOTAL=4 -DSERVERS=3 -DTOGETHER
// case: both_and_a_block -DFIRST=S01 -DSECOND=R1,Q1,E1 -DTOTAL=3
// mutant: separate_handler.c s/before\[i\] = conc_last_queue(exchange_acq_rel(/before[i] = conc_last_queue(exchange_relaxed(/
// mutant: separate_handler.c s/		if (before\[i\]) link_behind(before\[i\], places\[i\]);/		if (before[i]) (void)link_behind;/
// mutant: separate_handler.c s/		else arrive(places\[i\], NULL, NULL);/		else (void)arrive;/
// mutant: separate_handler.c s/.*conc_tiny_lock_[a-z]*(&places.*//
// mutant: separate_handler.c s/.*conc_handler_await_places(places.*//
// mutant: separate_handler.c s/next = exchange_acq_rel(&q->next, CONC_QUEUE_LEFT)/next = load_acquire(\&q->next)/
// mutant: separate_spawned.c s/if (sub_acq_rel(&s->missing, 1u) != 1) return;/if (sub_relaxed(\&s->missing, 1u) != 1) return;/
// mutant: separate_spawned.c s/if (sub_acq_rel(&s->missing, 1u) == 1) free_record(s);/if (sub_relaxed(\&s->missing, 1u) == 1) free_record(s);/
// mutant: separate_spawned.c s/if (sub_acq_rel(&s->missing, 1u) == 1) free_record(s);/free_record(s);/
// mutant: separate_spawned.c s/	store_relaxed(&s->missing, count);/	store_relaxed(\&s->missing, 1);/
// mutant: separate_spawned.c s/	store_relaxed(&s->missing, own);/	store_relaxed(\&s->missing, 1);/
// mutant: separate_spawned.c s/		conc_handler_leave_place(place);/		(void)place;/
#define SPAWNED
#include "separate_world.h"

struct conc_spawned {
	uint32_t missing, offset, count, size;
};
enum { PLACE = 3 * sizeof(void *) };
static void free_record(struct conc_spawned *s);

struct conc_handler *conc_handler_of(const volatile void *object, const char *where)
{
	(void)where;
	return (struct conc_handler *)(uintptr_t)object;
}

void conc_scheduler_spawn(struct conc_processor *p, struct conc_thread *t)
{
	(void)p;
	store_release(&served[t - servers], &handlers[0]);
}

static struct conc_thread *new_thread(void)
{
	uint32_t n = add_relaxed(&server_count, 1);

	assert(n < SERVERS);
	return &servers[n];
}
#define conc_thread_new(p) new_thread()

void conc_reserved_own(struct conc_abi_reserved *r, struct conc_handler *h, const char *where)
{
	r->conc_handler = h;
	r->conc_where = where;
}

static const struct conc_abi_request_kind task_kind;
struct task_request {
	const struct conc_abi_request_kind *kind;
	struct conc_thread *thread;
};

#include <taken.c>

static void free_record(struct conc_spawned *s)
{
	free(request_of(s));
}

/* A request of one block on each of its handlers. */
struct spawned_request {
	const struct conc_abi_request_kind *kind;
	uint64_t count, handler[2], block[2];
};

static char *run_spawned_request(char *place)
{
	const struct spawned_request *r = (const void *)place;

	for (uint64_t i = 0; i < r->count; i++) carry_out(r->handler[i], r->block[i], 1);
	return place + sizeof *r;
}

static const struct conc_abi_request_kind spawned_kind = {run_spawned_request, NULL};

static void spawn(int count, int g, int h)
{
	const volatile void *const objects[] = {&handlers[g], &handlers[h]};
	struct spawned_request *r = malloc(sizeof *r + sizeof(struct conc_spawned) + (unsigned)count * PLACE);

	r->kind = &spawned_kind;
	r->count = (uint64_t)count;
	r->handler[0] = (uint64_t)g;
	r->handler[1] = (uint64_t)h;
	for (int i = 0; i < count; i++)
		mine(i ? h : g)->block = r->block[i] = add_relaxed(&blocks, 1) + 1;
	conc_abi_spawned_end((char *)r, sizeof *r, objects, (size_t)count, NULL);
}

#ifndef SECOND
#define SECOND STEPS
#endif
enum { S0 = STEPS + 1, S1, S01, S10 };

static const int first[] = {FIRST, STEPS}, second[] = {SECOND, STEPS};

static void *run(void *thread)
{
	self_tls = thread;
	for (const int *step = thread == &clients[0] ? first : second; *step != STEPS; step++)
		if (*step < STEPS) take_step((enum step)*step);
		else if (*step <= S1) spawn(1, *step == S1, 0);
		else spawn(2, *step == S10, *step == S01);
	return NULL;
}

int main(void)
{
	run_clients(second[0] != STEPS ? 2 : 1, run, TOTAL);
	return 0;
}
