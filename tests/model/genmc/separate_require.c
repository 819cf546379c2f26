/* SPDX-License-Identifier: MIT */
/* Wait conditions (separate_require.c) over the line (separate_handler.c): whoever waits looks
 * again after each block that may have changed something, has all its handlers then, and nobody
 * touches its entries when it has gone on; no wake-up is missed, none comes twice.
 *
 * The first client reserves FIRST and waits until the condition of the handlers ON (a mask) holds,
 * then makes a query on each. With CLAUSE, the number of times that it has the patience to wait, it waits by a clause
 * of a waituntil on OPERANDS handlers, and then takes it back, as for a time-out; it makes its query in any case. Not tried, since there are too many executions: two who wait, and
 * ends of blocks on two handlers at once; tests/separate/require_in_order.c and random programs
 * under seeds have them. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: separate_handler.c s/memcpy(&kind, place, sizeof kind);/kind = *(const struct conc_abi_request_kind **)(void *)place;/
// scale: separate_require.c s/w->entries\[w->count\] = (struct conc_require_entry){.require = w};/w->entries[w->count].require = w; w->entries[w->count].next = NULL; w->entries[w->count].listed = false;/
// scale: separate_require.c s/\*w = (struct conc_require){.reserved = reserved};/w->reserved = reserved; w->waiter = NULL; w->thread = NULL; w->lock.word = 0; w->claimed = w->arrived = w->waits = w->nested = false;/
// scale: separate_require.c s/conc_signal_handler_check(.*);//
// scale: separate.h s/CONC_OPERANDS_MAX = 32/CONC_OPERANDS_MAX = 2/
// scale: separate_handler.c s/load_relaxed(&conc_processor_current()->events_left) != 0/false/
// options: --disable-spin-assume
// take: separate_handler.c say_owner handler_notify_client arrive link_behind conc_handler_append sort_by_handler
// take: separate_handler.c conc_handler_place_all conc_handler_link_all close_line next_in_line pass_on
// take: separate_handler.c conc_handler_end run_recorded run_requests run_up_to close_cached serve_queue handler_await conc_handler_await
// take: separate.c end_block
// take: waiting.c selection_move conc_selection_claim conc_selection_open conc_selection_close conc_waiter_leave_permit
// case: one -DFIRST=R0 -DSECOND=R0,T0,E0 -DON=1 -DTOTAL=2
// case: query -DFIRST=R0 -DSECOND=R0,T0,Q0,E0 -DON=1 -DTOTAL=3
// case: both -DFIRST=M01 -DSECOND=R0,T0,E0 -DON=1 -DTOTAL=3
// case: line -DCLAUSE=0 -DSERVERS=3 -DFIRST=STEPS -DSECOND=R0,T0,E0 -DON=1 -DTOTAL=2
// case: listed -DCLAUSE=1 -DSERVERS=3 -DFIRST=STEPS -DSECOND=R0,T0,E0 -DON=1 -DTOTAL=2
// case: two -DCLAUSE=0 -DOPERANDS=2 -DSERVERS=2 -DFIRST=STEPS -DSECOND=R0,R1,E0,E1 -DON=0 -DTOTAL=2
// mutant: separate_require.c s/	while (count - load_acquire(&w->missing) != came) conc_backoff(&turns);//
// mutant: separate_require.c s/if (here\[i\]) conc_handler_end(w->queues\[i\], false, NULL);/(void)here;/
// mutant: separate_require.c s/		if (\*link) store_relaxed(link, entry->next);.*//
// mutant: separate_require.c s/	mine = conc_selection_claim(clause->selection, clause);/	mine = true;/
// mutant: separate_handler.c s/conc_require_retry(h);/(void)h;/
// mutant: separate_require.c s/sub_acq_rel(&w->missing, 1) != 1/sub_acq_rel(\&w->missing, 1) == 0/
// mutant: separate_require.c s/sub_acq_rel(&w->missing, 1)/sub_relaxed(\&w->missing, 1)/
// mutant: separate_require.c s/		unlist(reserved\[i\].conc_handler, &w->entries\[own++\]);//
// mutant: separate_require.c s/		store_relaxed(link, entry->next);//
// mutant: separate_require.c s/(uintptr_t)q->first | CONC_TAIL_SYNC/(uintptr_t)q->first/
#define REQUIRES 1
#include "separate_world.h"
#include <waiting.h>

void conc_backoff(unsigned *turns)
{
	(void)turns;
	conc_relax(1);
}

static void conc_private_queue_free(struct conc_processor *p, struct conc_private_queue *q)
{
	(void)p;
	free(q);
}

/* Of statements; the clause is driven by hand. */
void conc_waituntil_again(struct conc_abi_waituntil *s, unsigned i) { (void)s, (void)i; }
void conc_waituntil_settle(struct conc_abi_waituntil *s) { (void)s; }
void conc_abi_release(void *reserved) { (void)reserved; }
struct conc_handler *conc_handler_of(const volatile void *object, const char *where)
{
	(void)object, (void)where;
	return &handlers[0];
}
bool conc_handler_append_first(struct conc_private_queue *q) { (void)q; return false; }
bool conc_reserved_prepare(struct conc_abi_reserved *r, size_t i, struct conc_thread *self, bool nested)
{
	(void)nested;
	r[i].conc_queue = &conc_private_queue_new(NULL, self, r[i].conc_handler)->abi;
	r[i].conc_enters = false;
	return true;
}

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

#ifdef CLAUSE
/* The loop of a statement with this clause and a time-out: whether it was in time. */
static bool wait_by_clause(struct conc_abi_reserved *reserved, struct conc_require *w)
{
	struct conc_selection selection;
	struct conc_waiter clause;

	selection.state = CONC_SELECTION_CLOSED;
	selection.user = 0;
	clause.thread = self_tls;
	clause.selection = &selection;
	clause.slot = w;
	for (int patience = CLAUSE;; patience--) {
		conc_selection_open(&selection);
		int how = require_enlist(&handlers[0], &clause, true, NULL);
		if (how == CONC_ENLIST_QUEUED && patience <= 0 && !conc_selection_close(&selection)) {
			require_delist(&handlers[0], &clause);
			return false;
		}
		if (how != CONC_ENLIST_DONE) conc_thread_park(self_tls);
		take_over(w);
		if (holds()) return true;
		w->thread = self_tls;
		w->waiter = &clause;
		give_up(w, NULL);
	}
}

#ifndef OPERANDS
#define OPERANDS 1
#endif
static void require_by_clause(void)
{
	struct conc_abi_reserved reserved[OPERANDS];
	_Alignas(16) char memory[CONC_ABI_REQUIRE_BYTES + OPERANDS * CONC_ABI_REQUIRE_OPERAND_BYTES];
	bool in_time;

	for (int h = 0; h < OPERANDS; h++) reserved[h].conc_handler = &handlers[h];
	reserved[0].conc_count = OPERANDS;
	reserved[0].conc_ticket = 0;
	in_time = wait_by_clause(reserved, require_init(memory, reserved, OPERANDS));
	for (int h = 0; h < OPERANDS; h++) {
		if (in_time) began(h, (struct conc_private_queue *)(void *)reserved[h].conc_queue);
		else reserve(h);
		query(h);
		end(h);
	}
}
#define require require_by_clause
#endif

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
