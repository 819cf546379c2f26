/* SPDX-License-Identifier: MIT */
/* Wait conditions (separate_require.c) over the line (separate_handler.c): whoever waits looks
 * again after each block that may have changed something, has all its handlers then, and nobody
 * touches its entries when it has gone on; no wake-up is missed, none comes twice.
 *
 * The first client reserves FIRST and waits until the condition of the handlers ON (a mask) holds,
 * then makes a query on each. Not tried, since there are too many executions: two who wait, and
 * ends of blocks on two handlers at once; tests/separate/require_in_order.c and random programs
 * under seeds have them. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: separate_handler.c s/memcpy(&kind, place, sizeof kind);/kind = *(const struct conc_abi_request_kind **)(void *)place;/
// scale: separate_require.c s/w->entries\[own\] = (struct conc_require_entry){.require = w};/w->entries[own].require = w; w->entries[own].next = NULL; w->entries[own].listed = false;/
// scale: separate.h s/CONC_OPERANDS_MAX = 32/CONC_OPERANDS_MAX = 2/
// scale: separate_handler.c s/load_relaxed(&conc_processor_current()->events_left) != 0/false/
// options: --disable-spin-assume
// take: separate_handler.c say_owner handler_notify_client arrive link_behind conc_handler_append sort_by_handler
// take: separate_handler.c conc_handler_place_all conc_handler_link_all close_line next_in_line pass_on
// take: separate_handler.c conc_handler_end run_recorded run_requests run_up_to close_cached serve_queue handler_await conc_handler_await
// take: separate.c end_block
// case: one -DFIRST=R0 -DSECOND=R0,T0,E0 -DON=1 -DTOTAL=2
// case: query -DFIRST=R0 -DSECOND=R0,T0,Q0,E0 -DON=1 -DTOTAL=3
// case: both -DFIRST=M01 -DSECOND=R0,T0,E0 -DON=1 -DTOTAL=3
// mutant: separate_handler.c s/conc_require_retry(h);/(void)h;/
// mutant: separate_require.c s/return sub_acq_rel(&w->missing, 1) == 1/return sub_acq_rel(\&w->missing, 1) > 0/
// mutant: separate_require.c s/sub_acq_rel(&w->missing, 1)/sub_relaxed(\&w->missing, 1)/
// mutant: separate_require.c s/		unlist(reserved\[i\].conc_handler, &w.entries\[own++\]);//
// mutant: separate_require.c s/		\*link = entry->next;//
// mutant: separate_require.c s/(uintptr_t)q->first | CONC_TAIL_SYNC/(uintptr_t)q->first/
#define REQUIRES 1
#include "separate_world.h"

#include <taken.c>

void conc_abi_sync_slow(struct conc_abi_reserved *r, const char *where)
{
	conc_handler_await((struct conc_private_queue *)(void *)r->conc_queue, where);
}

#define wait wait_for_condition
#include <separate_require.c>
#undef wait

static const enum step first[] = {FIRST, STEPS}, second[] = {SECOND, STEPS};

static bool holds(void)
{
	for (int h = 0; h < HANDLERS; h++)
		if (ON >> h & 1 && !logs[h].on) return false;
	return true;
}

/* With what this client has reserved: CONC_REQUIRE, then a query on each, and the end. */
static void require(void)
{
	struct conc_abi_reserved reserved[HANDLERS];
	uint32_t count = 0;

	for (int h = 0; h < HANDLERS; h++) {
		if (!mine(h)->queue) continue;
		reserved[count].conc_queue = &mine(h)->queue->abi;
		reserved[count].conc_handler = &handlers[h];
		reserved[count].conc_enters = false;
		count++;
	}
	reserved[0].conc_count = count;
	reserved[0].conc_ticket = 0;
	for (conc_abi_require_begin(reserved, NULL); !holds();
	     conc_abi_require_wait(reserved, NULL)) {
	}
	for (uint32_t i = 0; i < count; i++) {
		int h = (int)(reserved[i].conc_handler - handlers);
		mine(h)->queue = (struct conc_private_queue *)(void *)reserved[i].conc_queue;
		query(h);
		end(h);
	}
}

static void *run(void *thread)
{
	const enum step *step = thread == &clients[0] ? first : second;

	self_tls = thread;
	for (; *step != STEPS; step++) take_step(*step);
	if (thread == &clients[0]) require();
	return NULL;
}

int main(void)
{
	run_clients(2, run, TOTAL);
	for (int h = 0; h < HANDLERS; h++) assert(!handlers[h].requires);
	return 0;
}
