/* SPDX-License-Identifier: MIT */
/* The queues of ready threads: each processor's ring and deque, the global queue, and
 * stealing among them.
 *
 * The global queue takes threads that do not fit elsewhere, and those made ready by kernel threads
 * that are not active workers. It is a linked list under a lock, moved in batches.
 *
 * Urgent threads (conc_set_band) have a list of their own beside it, under the same lock and in the
 * same count: so whoever looks whether there is a ready thread sees them. Workers are told by
 * URGENT in their `attention`, and take urgent threads before all others, but at most
 * URGENTS_IN_A_ROW while another one is ready. Rejected: a ring for each band and worker (every
 * dispatch and every thief would look at two).
 */
#include "scheduler.h"

#include "conc/duration.h"
#include "conc/thread.h"
#include "recorder.h"
#include "statistics.h"

#define GRAB_MAX (CONC_RING_SIZE / 2)
#define URGENTS_IN_A_ROW 16 /* dispatches of a worker, while others are ready there */

#define S (&conc_scheduler)

/* Turns.
 *
 * A worker takes from its ring first, and looks elsewhere every 16th dispatch. That is too seldom
 * if threads run for long between two dispatches, so threads that wait elsewhere are given a
 * turn at the next dispatch. TURN in `attention` costs a dispatch nothing. */

/* False if p is passive: it takes nothing now, and looks everywhere when it is active again. why:
 * TURN or URGENT. */
static bool remind(struct conc_processor *p, enum conc_attention why)
{
	/* relaxed: hints; what they miss, the watchdog makes up for */
	uint32_t attention = load_relaxed(&p->attention);

	if (attention & CONC_ATTENTION_PASSIVE) return false;
	if (!(attention & why)) or_acq_rel(&p->attention, why);
	return true;
}

#define REMINDED 4 /* several workers: the thread of one may not yield for long */

/* After a push to the global queue: tells some workers if no slot is free. */
static void remind_some(enum conc_attention why)
{
	uint32_t n = load_acquire(&S->workers), next = load_relaxed(&S->reminded) + 1;
	uint32_t reminded = 0;

	/* relaxed: as above. If a slot is free, a worker is woken instead. */
	if (conc_scheduler_free_slots(load_relaxed(&S->slots)) > 0) return;
	for (uint32_t i = 0; i < n && reminded < REMINDED; i++, next++)
		reminded += remind(S->processors[next % n], why);
	store_relaxed(&S->reminded, next);
}

/* The global queue. */

static void inject_list(struct conc_thread *first, struct conc_thread *last, uint32_t count)
{
	last->next = NULL;
	conc_tiny_lock_acquire(&S->inject_lock);
	if (S->inject_last) S->inject_last->next = first;
	else S->inject_first = first;
	S->inject_last = last;
	/* seq_cst: the submitter's side of the idle protocol */
	store_seq_cst(&S->inject_count, S->inject_count + count);
	conc_tiny_lock_release(&S->inject_lock);
	remind_some(CONC_ATTENTION_TURN);
}

static void inject_array(void **threads, uint32_t count)
{
	struct conc_thread *first = threads[0], *last = first;

	for (uint32_t i = 1; i < count; i++) last = last->next = threads[i];
	inject_list(first, last, count);
}

/* Under the lock. Returns the first of the list, or NULL. */
static struct conc_thread *pop(void)
{
	struct conc_thread *t = S->inject_first;

	if (!t) return NULL;
	S->inject_first = t->next;
	if (!S->inject_first) S->inject_last = NULL;
	store_seq_cst(&S->inject_count, S->inject_count - 1);
	return t;
}

/* Under the lock. Returns the first urgent thread, or NULL if there is none or it is the turn of the
 * others. */
static struct conc_thread *pop_urgent(struct conc_processor *p)
{
	struct conc_thread *t = S->urgent_first;

	if (CONC_LIKELY(!t)) return NULL;
	/* as many in a row as dispatches in a row have taken one */
	if (p->dispatches - p->urged > 1) p->urgents_in_a_row = 0;
	if (p->urgents_in_a_row >= URGENTS_IN_A_ROW &&
	    (S->inject_first || conc_ring_count(&p->ring) || conc_deque_count(&p->deque)))
		return NULL;
	p->urged = p->dispatches;
	p->urgents_in_a_row++;
	S->urgent_first = t->next;
	if (!S->urgent_first) S->urgent_last = NULL;
	store_relaxed(&S->urgent_count, S->urgent_count - 1);
	store_seq_cst(&S->inject_count, S->inject_count - 1);
	return t;
}

void conc_scheduler_urge(struct conc_thread *t)
{
	struct conc_processor *p = conc_processor_current();

	t->next = NULL;
	conc_tiny_lock_acquire(&S->inject_lock);
	if (S->urgent_last) S->urgent_last->next = t;
	else S->urgent_first = t;
	S->urgent_last = t;
	/* relaxed: a hint */
	store_relaxed(&S->urgent_count, S->urgent_count + 1);
	/* seq_cst: as in inject_list */
	store_seq_cst(&S->inject_count, S->inject_count + 1);
	conc_tiny_lock_release(&S->inject_lock);
	/* its own dispatch may come before a worker that is woken is awake */
	if (p && !p->passive) remind(p, CONC_ATTENTION_URGENT);
	remind_some(CONC_ATTENTION_URGENT);
	conc_scheduler_submitted(NULL);
}

struct conc_thread *conc_scheduler_take_urgent(struct conc_processor *p)
{
	struct conc_thread *t;
	bool more;

	/* acq_rel: before the look. Who pushes later sets it later. */
	and_acq_rel(&p->attention, ~(uint32_t)CONC_ATTENTION_URGENT);
	conc_tiny_lock_acquire(&S->inject_lock);
	t = pop_urgent(p);
	more = S->urgent_first != NULL;
	/* it is the turn of the others, which are all here */
	if (!t && more && !conc_ring_count(&p->ring) && !conc_deque_count(&p->deque)) t = pop();
	conc_tiny_lock_release(&S->inject_lock);
	if (more) or_acq_rel(&p->attention, CONC_ATTENTION_URGENT);
	return t;
}

struct conc_thread *conc_scheduler_take(struct conc_processor *p, bool refill)
{
	struct conc_thread *first, *t, *next;
	uint32_t batch;

	/* seq_cst: the idle protocol's look */
	if (CONC_LIKELY(load_seq_cst(&S->inject_count) == 0)) return NULL;
	conc_tiny_lock_acquire(&S->inject_lock);
	if ((t = pop_urgent(p))) {
		conc_tiny_lock_release(&S->inject_lock);
		return t;
	}
	first = S->inject_first;
	batch = (S->inject_count - S->urgent_count) / load_relaxed(&S->limit) + 1;
	if (!refill) batch = 1;
	else if (batch > GRAB_MAX) batch = GRAB_MAX;
	for (uint32_t i = 0; i < batch && (t = S->inject_first); i++) {
		next = t->next; /* not after the push: t may then be in another queue */
		if (i > 0 && !conc_ring_push(&p->ring, t)) break;
		S->inject_first = next;
		store_seq_cst(&S->inject_count, S->inject_count - 1);
	}
	if (!S->inject_first) S->inject_last = NULL;
	conc_tiny_lock_release(&S->inject_lock);
	return first;
}

void conc_scheduler_remind(void)
{
	bool injected = load_relaxed(&S->inject_count) != 0;
	bool urgent = load_relaxed(&S->urgent_count) != 0;

	for (uint32_t i = 0, n = load_acquire(&S->workers); i < n; i++) {
		if (urgent) remind(S->processors[i], CONC_ATTENTION_URGENT);
		if (injected || conc_deque_count(&S->processors[i]->deque))
			remind(S->processors[i], CONC_ATTENTION_TURN);
	}
}

/* A processor's own queues. */

static void ring_overflow(struct conc_processor *p, struct conc_thread *t)
{
	void *threads[GRAB_MAX + 1];
	uint32_t count = conc_ring_grab(&p->ring, threads, GRAB_MAX);

	threads[count] = t;
	inject_array(threads, count + 1);
}

void conc_scheduler_queue(struct conc_processor *p, struct conc_thread *t)
{
	if (CONC_UNLIKELY(p->passive)) inject_list(t, t, 1);
	else if (CONC_UNLIKELY(!conc_ring_push(&p->ring, t))) ring_overflow(p, t);
}

void conc_scheduler_ready(struct conc_thread *t)
{
	struct conc_processor *p = conc_processor_current();

	if (CONC_LIKELY(p != NULL)) conc_record(p, WAKES, p->current, t->number, NULL, NULL);
	else conc_recorder_add_outside(CONC_RECORDER_WAKES, t->number);
	if (CONC_UNLIKELY(conc_thread_is_urgent(t))) {
		conc_scheduler_urge(t);
		return;
	}
	if (CONC_LIKELY(p != NULL)) conc_scheduler_queue(p, t);
	else inject_list(t, t, 1);
	conc_scheduler_submitted(p);
}

static void deque_overflow(struct conc_processor *p, struct conc_thread *t)
{
	void *threads[CONC_DEQUE_SIZE / 2 + 1];
	uint32_t count = 0;
	bool retry;

	while (count < CONC_DEQUE_SIZE / 2 &&
	       (threads[count] = conc_deque_steal(&p->deque, &retry)))
		count++;
	if (!conc_deque_push(&p->deque, t)) threads[count++] = t;
	if (count) inject_array(threads, count);
}

void conc_scheduler_spawn_urgent(struct conc_processor *p, struct conc_thread *t)
{
	t->band = CONC_BAND_URGENT;
	if (conc_thread_is_urgent(t)) conc_scheduler_urge(t);
	else conc_scheduler_spawn(p, t);
}

void conc_scheduler_spawn(struct conc_processor *p, struct conc_thread *t)
{
	if (CONC_UNLIKELY(p->passive)) inject_list(t, t, 1);
	else if (CONC_UNLIKELY(!conc_deque_push(&p->deque, t))) deque_overflow(p, t);
	conc_scheduler_submitted(p);
}

void conc_scheduler_flush(struct conc_processor *victim)
{
	void *threads[GRAB_MAX];
	uint32_t count;
	bool retry = true;

	while ((count = conc_ring_grab(&victim->ring, threads, GRAB_MAX)))
		inject_array(threads, count);
	while (retry || count) {
		retry = false;
		for (count = 0; count < GRAB_MAX; count++)
			if (!(threads[count] = conc_deque_steal(&victim->deque, &retry))) break;
		if (count) inject_array(threads, count);
	}
}

void conc_scheduler_move_to_ring(struct conc_processor *p, uint32_t count)
{
	struct conc_thread *t;
	bool retry = false;

	for (; count > 0 && (t = conc_deque_steal(&p->deque, &retry)); count--)
		conc_scheduler_queue(p, t);
}

bool conc_scheduler_has_work(void)
{
	if (load_seq_cst(&S->inject_count) != 0) return true;
	for (uint32_t i = 0, n = load_acquire(&S->workers); i < n; i++)
		if (conc_ring_count(&S->processors[i]->ring) != 0 ||
		    conc_deque_count(&S->processors[i]->deque) != 0)
			return true;
	return false;
}

/* Stealing.
 *
 * The owner of a queue most often soon takes an item that is alone in it: of two threads that talk
 * to each other on one processor, one has just woken the other. Moving it to another processor,
 * with all it works on, costs more than some microseconds of waiting. So a thief leaves a lone item
 * of a ring until it has been in the same place for LONE_STAYS, and a lone item of a deque unless
 * it was there at the look before (of any thief). A worker that goes to sleep does the same. The
 * item does not get lost: its owner is active, and the watchdog looks at everything. */

#define LONE_STAYS 4000 /* nanoseconds */

/* Sets *seen if a lone item was there at the look before, but not for long enough. */
static bool ring_is_worth_it(struct conc_processor *victim, bool *seen)
{
	uint32_t count = conc_ring_count(&victim->ring), head;
	uint64_t now;

	if (count != 1) return count > 1;
	head = load_seq_cst(&victim->ring.head);
	now = conc_now();
	/* relaxed: hints; a mix of two thieves' values only gives another time */
	if (load_relaxed(&victim->lone_head) == head) {
		if (now - load_relaxed(&victim->lone_since) >= LONE_STAYS) return true;
		*seen = true;
		return false;
	}
	store_relaxed(&victim->lone_since, now);
	store_relaxed(&victim->lone_head, head);
	return false;
}

static bool deque_is_worth_it(struct conc_processor *victim)
{
	size_t count = conc_deque_count(&victim->deque);
	int64_t top;

	if (count != 1) return count > 1;
	top = load_seq_cst(&victim->deque.top);
	/* relaxed: a hint */
	if (load_relaxed(&victim->lone_top) == top) return true;
	store_relaxed(&victim->lone_top, top);
	return false;
}

static struct conc_thread *steal_from(struct conc_processor *p, struct conc_processor *victim)
{
	void *threads[GRAB_MAX];
	uint32_t count;
	bool retry = false;

	if (!ring_is_worth_it(victim, &p->left_stealable) ||
	    !(count = conc_ring_grab(&victim->ring, threads, GRAB_MAX))) {
		if (!deque_is_worth_it(victim)) return NULL;
		return conc_deque_steal(&victim->deque, &retry);
	}
	for (uint32_t i = 1; i < count; i++) conc_scheduler_queue(p, threads[i]);
	return threads[0];
}

bool conc_scheduler_has_stealable(void)
{
	bool seen;

	if (load_seq_cst(&S->inject_count) != 0) return true;
	for (uint32_t i = 0, n = load_acquire(&S->workers); i < n; i++)
		if (ring_is_worth_it(S->processors[i], &seen) ||
		    deque_is_worth_it(S->processors[i]))
			return true;
	return false;
}

struct conc_thread *conc_scheduler_steal(struct conc_processor *p)
{
	uint32_t n = load_acquire(&S->workers);
	uint32_t start =
	        conc_schedule_on() ? conc_schedule_random(n) : conc_random_next(&p->random) % n;
	struct conc_thread *t;

	p->left_stealable = false;
	for (uint32_t i = 0; i < n; i++) {
		struct conc_processor *victim = S->processors[(start + i) % n];
		if (victim == p || !(t = steal_from(p, victim))) continue;
		conc_tally(&p->steals);
		conc_record(p, STEALS, NULL, victim->index, NULL, NULL);
		return t;
	}
	return NULL;
}
