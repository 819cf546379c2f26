/* SPDX-License-Identifier: MIT */
/* The scheduler: slots, searching, sleeping, waking. The queues are in run_queue.c.
 *
 * A worker looks for threads in this order: its ring (woken threads, first in first out), its
 * deque (threads that never ran, newest first), the global queue, the queues of others. Every 16th
 * dispatch first looks at the global queue and the oldest in the deque, so that no thread starves.
 * So does a dispatch with a TURN (run_queue.c), so that no thread waits long while others run for
 * long.
 *
 * Rejected: handing a processor structure from a blocked kernel thread to another (Go). Here every
 * worker's queues can be stolen from at any time, so there is nothing to hand over, and a kernel
 * thread that comes back finds its own queues again.
 */
#include "scheduler.h"

#include "conc/thread.h"
#include "poller.h"
#include "port/layout.h"
#include "port/os.h"
#include "port/os_io.h"
#include "port/sanitizer.h"
#include "recorder.h"
#include "statistics.h"
#include "report.h"
#include "biased_lock.h"
#include "uring.h"

#define SEARCH_ROUNDS 24 /* looks at everything before going to sleep: some 10 us */
#define SEARCH_PAUSES 8
#define POLL_ROUNDS 8 /* a look at descriptors is a system call */

struct conc_scheduler conc_scheduler = {.slots = CONC_SLOTS_BIAS};

CONC_LAYOUT(scheduler_layout) = {
        {"processors", (uintptr_t)conc_scheduler.processors},
        {"workers", (uintptr_t)&conc_scheduler.workers},
        CONC_LAYOUT_AT(processor, current),
        CONC_LAYOUT_AT(processor, kernel_thread),
        CONC_LAYOUT_AT(processor, dispatches),
};

#define S (&conc_scheduler)

static int32_t free_slots(void)
{
	/* seq_cst: one side of the idle protocol */
	return conc_scheduler_free_slots(load_seq_cst(&S->slots));
}

/* Slots. */

/* Takes a slot if one is free. */
static bool scheduler_claim(void)
{
	uint64_t seen = load_seq_cst(&S->slots);

	while (conc_scheduler_free_slots(seen) > 0)
		if (cas_seq_cst(&S->slots, &seen, seen - 1 + CONC_SLOTS_EPOCH)) return true;
	return false;
}

void conc_scheduler_unclaim(void)
{
	add_seq_cst(&S->slots, 1);
}

/* Takes a slot whether one is free or not. */
static void claim_anyway(void)
{
	add_seq_cst(&S->slots, CONC_SLOTS_EPOCH - 1);
}

/* Keeps the watchdog off, before p gives its slot up. False if the watchdog has given the slot away
 * already; the worker then still counts as blocked. */
static bool become_passive(struct conc_processor *p)
{
	/* acq_rel: pairs with the watchdog's CAS */
	if (!(or_acq_rel(&p->attention, CONC_ATTENTION_PASSIVE) & CONC_ATTENTION_STUCK))
		return true;
	and_acq_rel(&p->attention, ~(uint32_t)CONC_ATTENTION_STUCK);
	return false;
}

static void become_active(struct conc_processor *p)
{
	and_acq_rel(&p->attention, ~(uint32_t)CONC_ATTENTION_PASSIVE);
}

/* Searching. */

static struct conc_thread *look_everywhere(struct conc_processor *p, bool poll)
{
	struct conc_thread *t;

	conc_timer_run();
	if ((t = conc_ring_pop(&p->ring)) || (t = conc_deque_pop(&p->deque))) return t;
	if ((t = conc_scheduler_take(p, true))) return t;
	if (poll && conc_poller_look_if_wanted() && (t = conc_ring_pop(&p->ring))) return t;
	return conc_scheduler_steal(p);
}

/* Returns whether p was the last searcher. */
static bool unsearch(struct conc_processor *p)
{
	if (!p->searching) return false;
	p->searching = false;
	return sub_seq_cst(&S->searching, 1) == 1;
}

/* Submitters that saw a searcher woke no worker, so the last searcher looks whether there is more.
 */
static void stop_searching(struct conc_processor *p)
{
	if (unsearch(p) && free_slots() > 0 && conc_scheduler_has_stealable())
		conc_scheduler_wake();
}

static struct conc_thread *search(struct conc_processor *p)
{
	struct conc_thread *t = look_everywhere(p, true);
	/* under a seed the time between two looks has any length */
	int rounds = conc_schedule_on() ? 4 : SEARCH_ROUNDS;

	if (t) return t;
	/* at most N/2 workers search at once (rounded up); others look once and go to sleep */
	if (!p->searching && 2 * load_relaxed(&S->searching) < load_relaxed(&S->limit)) {
		p->searching = true;
		add_seq_cst(&S->searching, 1);
	}
	/* goes on while there is a thread that will be worth taking if it stays there */
	for (int round = 0; p->searching && (round < rounds || p->left_stealable); round++) {
		conc_relax(SEARCH_PAUSES);
		if ((t = look_everywhere(p, round % POLL_ROUNDS == 0))) return t;
	}
	return NULL;
}

/* Sleeping and waking. */

/* Takes a sleeper off the list; NULL: none. The timekeeper comes last: it would have to be
 * replaced. */
static struct conc_processor *pop_sleeper(void)
{
	struct conc_processor *p, **link = &S->sleepers;

	conc_tiny_lock_acquire(&S->sleepers_lock);
	/* relaxed: a hint */
	if (*link && (*link)->next_sleeper && *link == load_relaxed(&S->timekeeper))
		link = &(*link)->next_sleeper;
	p = *link;
	if (p) *link = p->next_sleeper;
	conc_tiny_lock_release(&S->sleepers_lock);
	return p;
}

/* Takes p off the list. False if another thread has popped p, to wake it. */
static bool remove_sleeper(const struct conc_processor *p)
{
	struct conc_processor **link = &S->sleepers;
	bool found;

	conc_tiny_lock_acquire(&S->sleepers_lock);
	while (*link && *link != p) link = &(*link)->next_sleeper;
	found = *link != NULL;
	if (found) *link = p->next_sleeper;
	conc_tiny_lock_release(&S->sleepers_lock);
	return found;
}

static void push_sleeper(struct conc_processor *p)
{
	conc_tiny_lock_acquire(&S->sleepers_lock);
	/* relaxed: published by the lock */
	store_relaxed(&p->wake, CONC_WAKE_NONE);
	p->next_sleeper = S->sleepers;
	S->sleepers = p;
	conc_tiny_lock_release(&S->sleepers_lock);
}

/* Ends p's sleep. The caller has written p->wake. */
static void rouse(struct conc_processor *p)
{
	/* seq_cst: after the store to wake; p stores polls and then looks at wake */
	if (load_seq_cst(&p->polls)) conc_poller_interrupt();
	if (!load_relaxed(&p->polls) || conc_schedule_seeded()) conc_os_futex_wake(&p->wake, 1);
}

/* Wakes or starts a worker. The caller has claimed a slot for it and counted it as a searcher. */
static void wake_claimed(void)
{
	struct conc_processor *p = pop_sleeper();

	if (p) {
		/* seq_cst: before the look in rouse; pairs with sleep_until_claimed's acquire */
		store_seq_cst(&p->wake, CONC_WAKE_CLAIMED);
		rouse(p);
	} else if (!conc_processor_start()) {
		conc_scheduler_unclaim();
		sub_seq_cst(&S->searching, 1);
	}
	conc_watchdog_active(); /* also if no worker was woken: the watchdog tries again */
}

void conc_scheduler_wake(void)
{
	for (;;) {
		uint32_t none = 0;
		/* seq_cst: see stop_searching */
		if (!cas_seq_cst(&S->searching, &none, 1)) return;
		if (scheduler_claim()) {
			wake_claimed();
			return;
		}
		sub_seq_cst(&S->searching, 1);
		/* Submitters that saw our claim to search woke no worker: if a slot has become
		 * free, try again for them. */
		if (free_slots() <= 0) return;
	}
}

/* Waking costs microseconds, in vain if the submitter's own processor takes the thread at once. So
 * each worker that was woken for nothing doubles the number of lone submits that wake no worker;
 * the first that finds work resets it. */
#define WASTED_WAKES_MAX 16 /* at most 2^16 */

static void count_wasted_wake(struct conc_processor *p)
{
	uint32_t wasted_wakes = load_relaxed(&S->wasted_wakes);

	if (!p->woken) return;
	p->woken = false;
	store_relaxed(&S->wasted_wakes,
	              wasted_wakes < WASTED_WAKES_MAX ? wasted_wakes + 1 : wasted_wakes);
	store_relaxed(&S->skip_wakes, 1u << wasted_wakes);
}

static void count_useful_wake(struct conc_processor *p)
{
	p->woken = false;
	if (load_relaxed(&S->wasted_wakes) != 0) store_relaxed(&S->wasted_wakes, 0);
	if (load_relaxed(&S->skip_wakes) != 0) store_relaxed(&S->skip_wakes, 0);
}

void conc_scheduler_submitted_slow(struct conc_processor *p)
{
	uint32_t skip_wakes = load_relaxed(&S->skip_wakes);

	if (skip_wakes > 0 && p && !p->passive &&
	    conc_ring_count(&p->ring) + conc_deque_count(&p->deque) <= 1) {
		store_relaxed(&S->skip_wakes, skip_wakes - 1);
		return;
	}
	conc_scheduler_wake();
}

/* Makes p the timekeeper if there is none, and timers or descriptors to mind. */
static bool become_keeper(struct conc_processor *p)
{
	struct conc_processor *nobody = NULL;

	if (conc_timer_next() == CONC_NEVER && !conc_poller_wanted()) return false;
	return load_relaxed(&S->timekeeper) == NULL && cas_seq_cst(&S->timekeeper, &nobody, p);
}

/* p, a sleeper, takes a slot by itself. Like a woken worker it counts as searching, so submitters
 * wake no other. False if no slot is free or p is being woken. */
static bool rise(struct conc_processor *p)
{
	if (!scheduler_claim()) return false;
	if (!remove_sleeper(p)) {
		conc_scheduler_unclaim(); /* its waker claimed a slot: p will look at the queues */
		return false;
	}
	add_seq_cst(&S->searching, 1);
	conc_watchdog_active();
	return true;
}

static void get_up(struct conc_processor *p)
{
	conc_watchdog_timer(conc_timer_next());
	p->searching = true;
	p->passive = false;
	become_active(p);
}

/* Returns whether p is active now. */
static bool sleep_as_keeper(struct conc_processor *p)
{
	struct conc_poller_events events;
	bool some = false, risen;
	uint64_t next;

	store_seq_cst(&S->timekeeper_deadline, CONC_NEVER);
	next = conc_timer_run();
	/* seq_cst: stores until when, then looks again; an inserter does the reverse */
	store_seq_cst(&S->timekeeper_deadline, next);
	if (load_acquire(&p->wake) == CONC_WAKE_NONE && conc_timer_next() >= next) {
		if (conc_poller_ready()) some = conc_poller_sleep(p, next, &events);
		else conc_os_futex_wait(&p->wake, CONC_WAKE_NONE, next);
	}
	store_seq_cst(&S->timekeeper, NULL);
	if (!some) return false;
	risen = rise(p);
	if (risen) get_up(p);
	conc_poller_deliver(&events, true);
	return risen;
}

static void sleep_until_claimed(struct conc_processor *p)
{
	uint32_t wake;

	p->passive = true; /* a timer that fires here makes threads ready for others */
	/* acquire: the waker's release */
	while ((wake = load_acquire(&p->wake)) != CONC_WAKE_CLAIMED) {
		if (wake == CONC_WAKE_POKED) {
			cas_acquire(&p->wake, &wake, CONC_WAKE_NONE);
		} else if (become_keeper(p)) {
			if (sleep_as_keeper(p)) return;
		} else {
			conc_os_futex_wait(&p->wake, CONC_WAKE_NONE, CONC_NEVER);
		}
	}
	get_up(p);
	p->woken = true;
}

/* Gives the slot back and sleeps until a slot has been claimed for p. */
static void go_idle(struct conc_processor *p)
{
	bool held = become_passive(p);

	conc_schedule_note(CONC_EVENT_SLEEPS, NULL, NULL, NULL, NULL);
	conc_tally(&p->sleeps);
	conc_record(p, SLEEPS, NULL, NULL, NULL, NULL);
	p->mind_timers = false;
	push_sleeper(p);
	if (held) conc_scheduler_unclaim();
	else sub_seq_cst(&S->blocked_workers, 1);
	unsearch(p);
	count_wasted_wake(p);
	if (S->heavy_barrier) conc_os_heavy_barrier();
	if (conc_scheduler_has_stealable()) conc_scheduler_wake();
	else conc_scheduler_check_blocked();
	sleep_until_claimed(p);
}

/* Gives a slot back if there are more holders than slots. Returns whether there were. */
static bool unclaim_surplus(void)
{
	uint64_t seen = load_seq_cst(&S->slots);

	do {
		if (conc_scheduler_free_slots(seen) >= 0) return false;
	} while (!cas_seq_cst(&S->slots, &seen, seen + 1));
	return true;
}

/* Sleeps if more workers run than there are slots. Flushes before it gives its slot up: a thread on
 * its way from one queue to another is in none, and others would take the program for blocked. */
static void retire(struct conc_processor *p)
{
	bool held = become_passive(p);

	if (!held || free_slots() < 0) conc_scheduler_flush(p);
	if (!held) {
		sub_seq_cst(&S->blocked_workers, 1);
	} else if (!unclaim_surplus()) {
		become_active(p);
		return;
	}
	unsearch(p);
	push_sleeper(p);
	if (conc_scheduler_has_work()) conc_scheduler_wake();
	sleep_until_claimed(p);
}

/* Takes a thread that is not in p's ring, but not twice in a row. */
static struct conc_thread *take_turn(struct conc_processor *p)
{
	struct conc_thread *t;
	bool retry = false;
	uint32_t more;

	if (p->dispatches == p->turned + 1 && (t = conc_ring_pop(&p->ring))) {
		or_acq_rel(&p->attention, CONC_ATTENTION_TURN);
		return t;
	}
	p->turned = p->dispatches;
	if ((t = conc_scheduler_take(p, true))) return t;
	/* the oldest in the deque; as many more as are in the ring move to the ring's end */
	more = conc_ring_count(&p->ring);
	t = conc_deque_steal(&p->deque, &retry);
	conc_scheduler_move_to_ring(p, more);
	return t;
}

/* Acts on p->attention. Returns the thread to dispatch, or NULL: the next as usual. */
static struct conc_thread *attend(struct conc_processor *p)
{
	/* acq_rel: pairs with the watchdog's CAS */
	uint32_t why = and_acq_rel(&p->attention, 0);
	struct conc_thread *t;

	if (why & CONC_ATTENTION_STUCK) {
		claim_anyway();
		sub_seq_cst(&S->blocked_workers, 1);
	}
	p->mind_timers |= (why & CONC_ATTENTION_TIMER) != 0;
	if (why & ~(uint32_t)(CONC_ATTENTION_TURN | CONC_ATTENTION_URGENT)) retire(p);
	if (why & CONC_ATTENTION_URGENT && (t = conc_scheduler_take_urgent(p))) {
		or_acq_rel(&p->attention, why & CONC_ATTENTION_TURN);
		return t;
	}
	return why & CONC_ATTENTION_TURN ? take_turn(p) : NULL;
}

/* Leaves the timers to the watchdog: p goes on and does not become their timekeeper. */
static void leave_timers(struct conc_processor *p)
{
	p->mind_timers = false;
	conc_watchdog_timer(conc_timer_next());
}

void conc_scheduler_loop(struct conc_processor *p)
{
	for (;;) {
		struct conc_thread *t = NULL;
		if (load_relaxed(&p->attention)) t = attend(p);
		if (!t) t = conc_processor_pick(p);
		if (t == &p->scheduler) continue;
		if (!t && (t = search(p))) {
			count_useful_wake(p);
			if (conc_schedule_verified()) { /* which one goes on is its choice */
				conc_scheduler_queue(p, t);
				continue;
			}
		}
		if (t) {
			stop_searching(p);
			if (p->mind_timers) leave_timers(p);
			conc_processor_run(p, t);
		} else {
			go_idle(p);
		}
	}
}

void conc_scheduler_slot_release(struct conc_processor *p, bool able)
{
	bool held = become_passive(p);

	p->passive = true;
	if (p->mind_timers || (load_relaxed(&p->attention) & CONC_ATTENTION_TIMER)) leave_timers(p);
	conc_scheduler_flush(p);
	if (held && able) add_seq_cst(&S->blocked_workers, 1);
	else if (!held && !able) sub_seq_cst(&S->blocked_workers, 1);
	if (held) conc_scheduler_unclaim();
	/* Without the heavy barrier of go_idle, too dear for a short section: a push that this look
	 * misses is an active worker's, and the watchdog sees it. */
	if (conc_scheduler_has_work()) conc_scheduler_wake();
	else if (!able && conc_poller_wanted()) conc_scheduler_want_timekeeper();
	else if (!able) conc_scheduler_check_blocked();
}

void conc_scheduler_slot_take(struct conc_processor *p, bool able)
{
	/* The waker of a thread parked in the kernel has taken its slot already. */
	if (able) {
		claim_anyway();
		sub_seq_cst(&S->blocked_workers, 1);
	}
	p->passive = false;
	become_active(p);
	if (free_slots() < 0) or_acq_rel(&p->attention, CONC_ATTENTION_SURPLUS);
	/* relaxed: a hint, as in remind, which has passed p by */
	if (load_relaxed(&S->urgent_count)) or_acq_rel(&p->attention, CONC_ATTENTION_URGENT);
	conc_watchdog_active();
}

void conc_scheduler_kernel_wake(bool foreign)
{
	if (foreign) {
		sub_seq_cst(&S->foreign_waiting, 1);
		add_seq_cst(&S->slots, CONC_SLOTS_EPOCH);
	} else {
		claim_anyway();
	}
}

static bool poke(struct conc_processor *p)
{
	uint32_t none = CONC_WAKE_NONE;
	/* seq_cst: before the look in rouse */
	bool poked = cas_seq_cst(&p->wake, &none, CONC_WAKE_POKED);

	if (poked) rouse(p);
	return poked;
}

void conc_scheduler_timer_changed(uint64_t deadline)
{
	struct conc_processor *timekeeper = load_seq_cst(&S->timekeeper);
	struct conc_processor *p = conc_processor_current();

	if (!timekeeper) {
		if (p && !p->passive) or_acq_rel(&p->attention, CONC_ATTENTION_TIMER);
		else conc_watchdog_timer(deadline);
		return;
	}
	if (load_seq_cst(&S->timekeeper_deadline) > deadline && !poke(timekeeper))
		conc_watchdog_timer(deadline);
}

/* Descriptors. */

bool conc_scheduler_want_timekeeper(void)
{
	struct conc_processor *p;

	/* seq_cst: after the waiter was counted; a worker looks at the count before it sleeps */
	if (load_seq_cst(&S->timekeeper)) return false;
	conc_tiny_lock_acquire(&S->sleepers_lock);
	p = S->sleepers;
	conc_tiny_lock_release(&S->sleepers_lock);
	if (p) return poke(p);
	conc_scheduler_wake();
	return false;
}

void conc_scheduler_wake_timekeeper(void)
{
	struct conc_processor *timekeeper = load_seq_cst(&S->timekeeper);

	if (timekeeper) poke(timekeeper);
}

void conc_scheduler_pass_interrupt(void)
{
	struct conc_processor *timekeeper = load_seq_cst(&S->timekeeper);

	if (timekeeper && load_seq_cst(&timekeeper->polls) &&
	    load_seq_cst(&timekeeper->wake) != CONC_WAKE_NONE)
		conc_poller_interrupt();
}

/* Every thread is blocked. */

void conc_scheduler_count_external(int change)
{
	add_seq_cst(&S->external_waits, (uint32_t)change);
	if (change < 0) conc_scheduler_check_blocked();
}

/* running: foreign threads that are known to run. */
static bool only_ours(uint32_t running)
{
	uint32_t ours = load_seq_cst(&S->kernel_threads);
	uint32_t known = ours + load_seq_cst(&S->foreign_waiting) + running;
	unsigned all = conc_os_kernel_threads();

	if (CONC_TSAN && ours > 1)
		known++; /* ThreadSanitizer starts one of its own with the first thread */
	/* No operation is under way, since users is 0: threads of io_uring only become fewer. */
	if (all > known && conc_uring_in_use()) known += conc_os_uring_threads();
	return all != 0 && all <= known;
}

/* Returns whether something is under way that makes a thread ready. */
static bool is_awaited(void)
{
	return load_seq_cst(&S->blocked_workers) || conc_poller_wanted() || conc_timer_pending() ||
	       conc_scheduler_has_work() || load_seq_cst(&S->external_waits);
}

/* If no worker holds a slot or is blocked and no thread is queued or timed, only a foreign kernel
 * thread could change that. The epoch in slots shows that no worker was activated meanwhile. */
void conc_scheduler_check_blocked(void)
{
	uint64_t word = load_seq_cst(&S->slots);

	/* seq_cst: after the load of slots; pairs with conc_processors */
	if (conc_scheduler_free_slots(word) < (int32_t)load_seq_cst(&S->limit)) return;
	if (is_awaited() || !only_ours(0) || is_awaited())
		return; /* a second look: a foreign thread that ran at the first may wait with a
		         * limit now, or have made a thread ready, and have ended */
	if (load_seq_cst(&S->slots) == word) conc_report_blocked();
}

/* Takes all free slots, so that nobody can claim one. Who takes a slot whether one is free or not
 * changes the epoch. */
enum conc_hold conc_scheduler_hold(uint64_t *held)
{
	const struct conc_processor *p = conc_processor_current();
	bool holds = p && !p->passive, is_foreign = p && p->foreign;
	uint64_t seen = load_seq_cst(&S->slots);
	int32_t count = conc_scheduler_free_slots(seen);

	if (!only_ours(is_foreign)) return CONC_HOLD_NEVER;
	/* blocked: on a busy machine the watchdog also takes workers for stuck that only wait for
	 * a CPU; they take their slots back at their next dispatch */
	if (load_seq_cst(&S->blocked_workers) || count + holds < (int32_t)load_seq_cst(&S->limit) ||
	    conc_scheduler_has_work())
		return CONC_HOLD_LATER;
	*held = seen;
	add_seq_cst(&S->holds_begun, 1); /* before the slots are gone: see tick_processors */
	if (cas_seq_cst(&S->slots, &seen, seen - (uint64_t)count)) return CONC_HELD;
	add_seq_cst(&S->holds_ended, 1);
	return CONC_HOLD_LATER;
}

bool conc_scheduler_let_go(uint64_t held)
{
	uint64_t count = (uint64_t)conc_scheduler_free_slots(held);
	bool still = add_seq_cst(&S->slots, count) == held - count;

	add_seq_cst(&S->holds_ended, 1);
	/* pairs with conc_scheduler_submitted, whose load of slots may come before its push */
	if (S->heavy_barrier) conc_os_heavy_barrier();
	if (conc_scheduler_has_work()) conc_scheduler_wake();
	else conc_scheduler_check_blocked(); /* a check meanwhile took the slots for taken */
	return still;
}

unsigned conc_processors(unsigned n)
{
	uint32_t before;

	conc_thread_self();
	if (n == 0) return load_relaxed(&S->limit);
	if (n > CONC_WORKERS_MAX / 4) n = CONC_WORKERS_MAX / 4;
	conc_tiny_lock_acquire(&S->limit_lock);
	before = S->limit;
	/* In between slots has the lower N, limit the higher: no holder of a slot is overlooked. */
	if (n > before) store_seq_cst(&S->limit, n);
	add_seq_cst(&S->slots, CONC_SLOTS_EPOCH + (uint64_t)n - before);
	if (n < before) store_seq_cst(&S->limit, n);
	conc_tiny_lock_release(&S->limit_lock);
	for (uint32_t i = 0, count = load_acquire(&S->workers); n < before && i < count; i++)
		or_acq_rel(&S->processors[i]->attention, CONC_ATTENTION_SURPLUS);
	if (conc_scheduler_has_work()) conc_scheduler_wake();
	return n;
}

/* In fork's child, the only thread. survivor: its processor; NULL if it has none yet. */
void conc_scheduler_reset(struct conc_processor *survivor)
{
	bool worker = survivor && !survivor->foreign;
	bool retry;

	for (uint32_t i = 0; i < S->workers; i++) conc_biased_lock_forget(S->processors[i]);
	S->slots = CONC_SLOTS_BIAS + S->limit;
	S->searching = S->inject_count = S->blocked_workers = S->external_waits =
	        S->foreign_waiting = 0;
	S->inject_first = S->inject_last = S->urgent_first = S->urgent_last = NULL;
	S->urgent_count = 0;
	S->sleepers = S->unstarted = S->timekeeper = NULL;
	S->workers = 0;
	S->kernel_threads = worker;
	S->holds_begun = S->holds_ended = 0;
	if (!worker) return;
	survivor->current->fork_root = true;
	survivor->kernel_thread = conc_os_thread_id();
	survivor->attention = 0;
	survivor->wake = CONC_WAKE_NONE;
	survivor->polls = 0;
	survivor->searching = false;
	while (conc_ring_pop(&survivor->ring))
		;
	while (conc_deque_steal(&survivor->deque, &retry))
		;
	survivor->index = 0;
	S->processors[0] = survivor;
	S->workers = 1;
	if (survivor->passive) /* it was forked in a blocking section */
		S->blocked_workers = survivor->current->blocking ? 1 : 0;
	else S->slots--;
	survivor->attention = survivor->passive ? CONC_ATTENTION_PASSIVE : 0;
}
