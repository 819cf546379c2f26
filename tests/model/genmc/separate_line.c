/* SPDX-License-Identifier: MIT */
/* The token of a handler (separate_handler.c): queues in line, whoever serves, synchronising, the end of a block.
 * Requests are carried out once each, in the order of their block, with none of another block between; each sees
 * what those before it wrote; nobody waits for ever; a queue is freed once, and nobody looks at it then.
 *
 * separate_world.h says what clients do. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: separate_handler.c s/memcpy(&kind, place, sizeof kind);/kind = *(const struct conc_abi_request_kind **)(void *)place;/
// scale: separate_handler.c s/load_relaxed(&conc_processor_current()->events_left) != 0/false/
// options: --disable-spin-assume
// take: separate_handler.c say_owner handler_notify_client arrive link_behind conc_handler_append sort_by_handler
// take: separate_handler.c conc_handler_place_all conc_handler_link_all close_line next_in_line pass_on
// take: separate_handler.c conc_handler_end run_recorded run_requests run_up_to close_cached serve_queue handler_await conc_handler_await
// take: separate.c end_block
// case: log -DFIRST=R0,C0,C0,E0 -DTOTAL=2 -DSERVERS=2
// case: query -DFIRST=R0,C0,Q0,C0,E0 -DTOTAL=3 -DSERVERS=2
// case: twice -DFIRST=R0,C0,E0,R0,Q0,E0 -DTOTAL=2 -DSERVERS=2
// case: nothing -DFIRST=R0,E0 -DSECOND=R0,E0 -DTOTAL=0
// case: two -DFIRST=R0,C0,E0 -DSECOND=R0,C0,E0 -DTOTAL=2 -DSERVERS=2
// case: two_queries -DFIRST=R0,Q0,E0 -DSECOND=R0,Q0,E0 -DTOTAL=2
// case: log_and_query -DFIRST=R0,C0,E0 -DSECOND=R0,C0,Q0,E0 -DTOTAL=3 -DSERVERS=3
// case: inline -DFIRST=R0,C0,Q0,E0 -DSECOND=R0,C0,E0 -DTOTAL=3 -DINLINE -DSERVERS=3
// case: three -DFIRST=R0,Q0,E0 -DSECOND=R0,E0 -DTHIRD=R0,Q0,E0 -DTOTAL=2
// case: several -DFIRST=M01,Q0,Q1,E0,E1 -DSECOND=M10,Q1,Q0,E1,E0 -DTOTAL=4
// case: several_and_one -DFIRST=M01,C0,Q1,E1,E0 -DSECOND=R0,Q0,E0 -DTOTAL=3
// case: several_and_each -DFIRST=M01,Q0,Q1,E1,E0 -DSECOND=R0,C0,E0,R1,Q1,E1 -DTOTAL=4 -DTOGETHER
// mutant: separate_handler.c s/exchange_acq_rel(&before->next, (uintptr_t)q)/exchange_relaxed(\&before->next, (uintptr_t)q)/
// mutant: separate_handler.c s/exchange_acq_rel(&q->handler->last, (uintptr_t)q)/exchange_relaxed(\&q->handler->last, (uintptr_t)q)/
// mutant: separate_handler.c s/cas_acq_rel(&q->abi.conc_tail, &tail, (uintptr_t)q->read | CONC_TAIL_IDLE)/cas_relaxed(\&q->abi.conc_tail, \&tail, (uintptr_t)q->read | CONC_TAIL_IDLE)/
// mutant: separate_handler.c s/	uintptr_t tail = load_acquire(&q->abi.conc_tail);/	uintptr_t tail = load_relaxed(\&q->abi.conc_tail);/
// mutant: separate_handler.c s/^	tail = load_acquire(&q->abi.conc_tail);/	tail = load_relaxed(\&q->abi.conc_tail);/
// mutant: separate_handler.c s/			handler_notify_client(q, tail, heir);/			(void)handler_notify_client;/
// mutant: separate_handler.c s/if (cas_acq_rel(&h->last, &last, 0))/if (cas_relaxed(\&h->last, \&last, 0))/
// mutant: separate_handler.c s/uintptr_t next = load_acquire(&q->next)/uintptr_t next = load_relaxed(\&q->next)/
// mutant: separate_handler.c s/next = exchange_acq_rel(&q->next, CONC_QUEUE_LEFT)/next = exchange_relaxed(\&q->next, CONC_QUEUE_LEFT)/
// mutant: separate_handler.c s/next = exchange_acq_rel(&q->next, CONC_QUEUE_LEFT)/next = load_acquire(\&q->next)/
// mutant: separate_handler.c s/		if (!next) return NULL;//
// mutant: separate_handler.c s/		if (arrive(q, self->inline_parent, NULL)) return NULL;/		(void)arrive(q, self->inline_parent, NULL); return NULL;/
// mutant: separate_handler.c s/while (!cas_acq_rel(&q->abi.conc_tail, &tail, tail | CONC_TAIL_SYNC))/while (store_release(\&q->abi.conc_tail, tail | CONC_TAIL_SYNC), false)/
// mutant: separate_handler.c s/while (!cas_acq_rel(&q->abi.conc_tail, &tail, tail | CONC_TAIL_SYNC))/while (!cas_relaxed(\&q->abi.conc_tail, \&tail, tail | CONC_TAIL_SYNC))/
// mutant: separate_handler.c s/.*conc_tiny_lock_[a-z]*(&queues.*//
// mutant: separate_handler.c s/.*conc_handler_await_places(.*//
// mutant: separate_handler.c s/	conc_private_queue_done(before);//;s/	arrive(q, NULL, NULL);//
// mutant: separate.c s/if (exchange_acq_rel(&q->abi.conc_tail, end) & CONC_TAIL_IDLE)/if (store_release(\&q->abi.conc_tail, end), false)/
// mutant: separate.c s/exchange_acq_rel(&q->abi.conc_tail, end)/exchange_relaxed(\&q->abi.conc_tail, end)/
// mutant: separate.c s/if (conc_private_queue_is_idle(q)) conc_handler_end(q, true, heir);/if (conc_private_queue_is_idle(q)) (void)heir;/
#include "separate_world.h"

#include <taken.c>

#ifndef SECOND
#define SECOND STEPS
#endif
#ifndef THIRD
#define THIRD STEPS
#endif

static const enum step first[] = {FIRST, STEPS}, second[] = {SECOND, STEPS}, third[] = {THIRD, STEPS};

static void *run(void *thread)
{
	const enum step *step = thread == &clients[0] ? first : thread == &clients[1] ? second : third;

	self_tls = thread;
	for (; *step != STEPS; step++) take_step(*step);
	return NULL;
}

int main(void)
{
	run_clients(third[0] != STEPS ? 3 : second[0] != STEPS ? 2 : 1, run, TOTAL);
	return 0;
}
