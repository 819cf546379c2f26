/* SPDX-License-Identifier: MIT */
/*
 * All schedules, up to the order of steps that do not touch the same: dynamic partial order
 * reduction (Flanagan, Godefroid, POPL 2005, figure 3) with sleep sets (Godefroid, 1996).
 *
 * A run is a list of transitions: a thread takes a step at a lock, an atomic variable or the like,
 * and goes on up to the next such step. That is enough where there are no data races, for which
 * each run looks; with races:off every access is such a step. Before a transition is a node: who
 * could have run, who did, who is still to (backtrack), and who needs not, since what it would do
 * has been gone through from an earlier node (asleep).
 *
 *     run ──► which transition could have come before an earlier one that touches the same? its
 *     thread is to run there, too ──► the next run differs in the deepest node with somebody left
 *
 * With a bound on preemptions, the turn in which the earlier transition came is to begin with the
 * other thread, too, and nobody sleeps (Coons, Musuvathi, McKinley, OOPSLA 2013).
 *
 * A thread that is about to lock a mutex of another does not count as ready, nor does one that is
 * about to load again, in a loop, what has not changed. The end of the program conflicts with
 * every step.
 */
#include "verify.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "policy.h"
#include "kernel/mutex_core.h"
#include "kernel/processor.h"
#include "switches.h"

#define S (&conc_schedule)

#define NODES 4096u
#define THREADS 64u
#define TOUCHES 6u
#define REASONS 16u
#define LOOKS 4u
#define IN_VAIN 10000u

struct transition {
	uint8_t count;              /* more than TOUCHES: it touches everything */
	uintptr_t touches[TOUCHES]; /* conc_schedule_step_at */
};

struct node {
	uint8_t thread;
	uint64_t ready, backtrack, done, asleep;
	uint64_t wakes; /* by the transition that follows */
	struct transition next;
	struct transition sleeping[THREADS]; /* what those asleep would do */
};

/* The loads that a thread has made since it did anything else. */
struct looks {
	unsigned count;
	bool again; /* it is about to make them again: this is a loop that waits */
	struct look {
		const void *place;
		uintptr_t step;
		uint64_t word;
	} list[LOOKS];
};

struct conc_verify {
	uint32_t prefix;    /* nodes that are as in the run before */
	uint32_t length;    /* of this run */
	bool repetition;    /* all that were ready in a node were asleep */
	bool yields;        /* the running thread, since the schedule says so */
	bool looked;        /* loops that look again have waited for a change */
	unsigned in_vain;   /* latest transitions after which no change can come */
	uint32_t file_user; /* 1 + the first thread that used a file; 0: none did */
	const char *left_out[REASONS];
	char preemptions[64]; /* one of them */
	struct looks looks[THREADS];
	uint16_t clocks[NODES][THREADS]; /* of transitions: how many of each thread precede it */
	struct node nodes[NODES];
};

struct conc_verify *conc_verify;
bool conc_verify_on;

#define V conc_verify

static bool others_first; /* the running thread yields */

size_t conc_verify_size(void)
{
	return sizeof *V;
}

void conc_verify_leaves_out(const char *why)
{
	unsigned i = 0;

	if (!conc_verify_on) return;
	while (i < REASONS && V->left_out[i] && strcmp(V->left_out[i], why)) i++;
	if (i < REASONS) V->left_out[i] = why;
}

void conc_verify_forked(void)
{
	if (conc_verify_on) V = conc_schedule_room(sizeof *V);
}

void conc_verify_uses_file(void)
{
	uint32_t user = conc_lane_order(S->current) + 1;

	if (!conc_verify_on) return;
	if (!V->file_user) V->file_user = user;
	if (V->file_user != user) conc_verify_leaves_out("the order in which threads use files");
}

bool conc_verify_looked(void)
{
	return V->looked;
}

const char *conc_verify_left_out(unsigned i)
{
	return i < REASONS ? V->left_out[i] : NULL;
}

/* ---- Transitions ---- */

static bool is_end(uintptr_t step)
{
	return conc_step_address(step) == (uintptr_t)conc_schedule_end;
}

static bool steps_conflict(uintptr_t one, uintptr_t other)
{
	if (is_end(one) || is_end(other)) return true;
	/* the ends of a scope's children come in any order; of a lock, to lock is between two */
	if (conc_step_touch(one) == CONC_TOUCH_UNLOCKS &&
	    conc_step_touch(other) == CONC_TOUCH_UNLOCKS)
		return false;
	return conc_step_word(one) && conc_step_word(one) == conc_step_word(other) &&
	       (one | other) & CONC_TOUCH_WRITES;
}

/* Does the earlier one come first in every equivalent order? */
static bool steps_are_ordered(uintptr_t one, uintptr_t other)
{
	if (conc_step_touch(other) != CONC_TOUCH_TAKES) /* who waits for an end is not before it */
		return steps_conflict(one, other) && conc_step_touch(one) != CONC_TOUCH_AWAITS;
	return (conc_step_touch(one) == CONC_TOUCH_GIVES &&
	        conc_step_word(one) == conc_step_word(other)) ||
	       conc_step_address(other) == (uintptr_t)S; /* conc_verify_has_waited */
}

/* Could the two be next at the same time? To unlock excludes to lock. Who waits for an end need
 * not come before it. */
static bool steps_compete(uintptr_t one, uintptr_t other)
{
	bool unlocks = conc_step_touch(one) == CONC_TOUCH_UNLOCKS;
	enum conc_touch with = conc_step_touch(unlocks ? other : one);

	if (!steps_conflict(one, other)) return false;
	if (!unlocks && conc_step_touch(other) != CONC_TOUCH_UNLOCKS) return true;
	return with != CONC_TOUCH_LOCKS && with != CONC_TOUCH_UNLOCKS && with != CONC_TOUCH_AWAITS;
}

static bool any_pair(const struct transition *one, const struct transition *other,
                     bool (*holds)(uintptr_t, uintptr_t))
{
	if (one->count > TOUCHES || other->count > TOUCHES) return true;
	for (unsigned i = 0; i < one->count; i++)
		for (unsigned k = 0; k < other->count; k++)
			if (holds(one->touches[i], other->touches[k])) return true;
	return false;
}

static void add_touch(struct transition *t, uintptr_t step)
{
	if (!conc_step_address(step)) return;
	for (unsigned i = 0; i < t->count && i < TOUCHES; i++)
		if (t->touches[i] == step) return;
	if (t->count < TOUCHES) t->touches[t->count] = step;
	if (t->count <= TOUCHES) t->count++;
}

/* Is the step one before which others may run? */
static bool counts(uintptr_t step)
{
	return step & CONC_TOUCH_SYNC || (!S->races && conc_step_address(step));
}

void conc_verify_touch(uintptr_t step)
{
	if (V->length && counts(step)) add_touch(&V->nodes[V->length - 1].next, step);
}

void conc_verify_wakes(uint32_t thread)
{
	if (V->length && thread < THREADS) V->nodes[V->length - 1].wakes |= UINT64_C(1) << thread;
}

bool conc_schedule_verified(void)
{
	return conc_schedule_options.verified && conc_schedule_on();
}

bool conc_schedule_skips_yield(const void *place)
{
	if (!conc_schedule_verified() || S->forced) return false;
	others_first = true;
	conc_schedule_access(place, conc_schedule_step_at(NULL, CONC_TOUCH_SYNC));
	others_first = false;
	return true;
}

void conc_schedule_touches(const volatile void *object, enum conc_touch touch)
{
	if (conc_verify_on) conc_verify_touch(conc_schedule_step_at(object, touch));
}

void conc_verify_has_waited(void)
{
	if (conc_verify_on) conc_verify_touch(conc_schedule_step_at(S, CONC_TOUCH_TAKES));
}

/* ---- In a run ---- */

static uint64_t word_at(uintptr_t step)
{
	return *(const uint64_t *)(conc_step_address(step) & ~(uintptr_t)7);
}

/* Does the thread wait in a loop for a change that has not come? */
static bool looks_again(uint32_t thread)
{
	const struct looks *looks = &V->looks[thread % THREADS];

	for (unsigned i = 0; looks->again && i < looks->count; i++)
		if (looks->list[i].word != word_at(looks->list[i].step)) return false;
	return looks->again;
}

/* The thread does something else. */
static void leave_looks(uint32_t thread)
{
	if (looks_again(thread)) conc_verify_leaves_out("when a loop that waits gives up");
	V->looks[thread % THREADS].count = 0;
	V->looks[thread % THREADS].again = false;
}

/* Returns the place of the load in the list, or the count. */
static unsigned look_find(const struct looks *looks, const void *place, uintptr_t step)
{
	unsigned i = 0;

	while (i < looks->count && (looks->list[i].step != step || looks->list[i].place != place))
		i++;
	return i;
}

/* The running thread is about to take the step. */
static void note_look(uint32_t thread, const void *place, uintptr_t step)
{
	struct looks *looks = &V->looks[thread % THREADS];
	bool loads = conc_step_touch(step) == CONC_TOUCH_SYNC && conc_step_address(step);
	unsigned at = look_find(looks, place, step);

	if (loads && at < looks->count) {
		if (looks_again(thread)) return;
		memmove(looks->list, looks->list + at, (looks->count -= at) * sizeof *looks->list);
		looks->again = true;
		if (looks_again(thread)) {
			V->looked = true;
			return;
		}
	}
	if (!loads || looks->again || looks->count == LOOKS) leave_looks(thread);
	if (loads) looks->list[looks->count++] = (struct look){place, step, word_at(step)};
}

/* Is t about to take a lock of libconc that another thread holds? */
static bool is_locked_out(const struct conc_thread *t)
{
	const struct conc_thread *owner = t->locks ? conc_lock_owner(*t->locks) : NULL;

	return (owner && owner != t) || looks_again(t->order);
}

static bool is_kept_out(const struct conc_lane *lane)
{
	const struct conc_thread *t = conc_lane_thread(lane);
	const pthread_mutex_t *mutex = lane->locks;

	if (mutex) return mutex->__data.__owner && mutex->__data.__owner != lane->thread_id;
	return t ? is_locked_out(t) : looks_again(lane->order);
}

static uint64_t bit_of(uint32_t thread)
{
	if (thread >= THREADS) conc_verify_leaves_out("threads beyond the first 64");
	return UINT64_C(1) << thread % THREADS;
}

/* Adds the user threads that the running processor could go on with. */
static void add_queued(uint64_t *ready, uint64_t *kept_out)
{
	const struct conc_processor *p = conc_processor_tls;
	const struct conc_thread *t;

	for (uint32_t i = 0; p && i < conc_queued_count(p); i++)
		if ((t = conc_queued(p, i)))
			*(is_locked_out(t) ? kept_out : ready) |= bit_of(t->order);
}

static void add_lanes(uint64_t *ready, uint64_t *kept_out, const struct conc_lane *but)
{
	for (unsigned i = 0; i < S->count; i++) {
		const struct conc_lane *lane = S->lanes[i];
		if (lane != but && lane->state == CONC_LANE_READY && conc_lane_of_program(lane))
			*(is_kept_out(lane) ? kept_out : ready) |= bit_of(conc_lane_order(lane));
	}
}

/* Who is asleep in the node after `before`? */
static void inherit_sleep(struct node *node, const struct node *before)
{
	for (unsigned i = 0; i < THREADS; i++)
		if (before->asleep >> i & 1 &&
		    !any_pair(&before->sleeping[i], &before->next, steps_conflict)) {
			node->asleep |= UINT64_C(1) << i;
			node->sleeping[i] = before->sleeping[i];
		}
}

static uint32_t first_of(uint64_t set)
{
	return (uint32_t)__builtin_ctzll(set);
}

static const char another_run[] = "a run that was not the same again";

static uint32_t decide(uint64_t ready, uint32_t self)
{
	struct node *node = &V->nodes[V->length];
	uint64_t awake;

	if (V->length == NODES - 1) {
		conc_verify_leaves_out("what comes after the 4095th step of a run");
		return ready >> self & 1 ? self : first_of(ready);
	}
	if (V->length++ >= V->prefix) {
		memset(node, 0, sizeof *node);
		if (V->length > 1) inherit_sleep(node, node - 1);
		awake = ready & ~node->asleep;
		if (!awake) V->repetition = true;
		if (!awake) awake = ready;
		if (others_first && awake & (awake - 1)) awake &= ~(UINT64_C(1) << self);
		node->thread = (uint8_t)(awake >> self & 1 ? self : first_of(awake));
		node->ready = ready;
		node->done = UINT64_C(1) << node->thread;
	} else if (node->ready != ready) {
		conc_verify_leaves_out(another_run);
	}
	node->wakes = 0;
	node->next.count = 0;
	return node->thread;
}

static struct conc_lane *lane_of(uint32_t thread)
{
	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i]->state == CONC_LANE_READY && conc_lane_of_program(S->lanes[i]) &&
		    conc_lane_order(S->lanes[i]) == thread)
			return S->lanes[i];
	return NULL;
}

/* Is another lane of the program ready? */
static bool others_ready(void)
{
	uint64_t ready = 0;

	add_lanes(&ready, &ready, S->current);
	return ready != 0;
}

static struct conc_thread *queued_of(uint32_t thread)
{
	struct conc_processor *p = conc_processor_tls;
	struct conc_thread *t;

	for (uint32_t i = 0; p && i < conc_queued_count(p); i++)
		if ((t = conc_queued(p, i)) && t->order == thread) return t;
	return NULL;
}

/* The running processor goes on with t. */
static void go_on_with(struct conc_thread *t)
{
	struct conc_processor *p = conc_processor_tls;

	p->dispatches = 0; /* none of those that are for the oldest */
	conc_queued_to_front(p, t);
	conc_verify_touch(t->word);
	t->word = 0;
}

static const char beside_kernel_threads[] = "the order of user threads beside kernel threads";

static struct conc_lane *verify_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	struct conc_thread *self = conc_lane_thread(S->current), *other = NULL;
	uint64_t ready = 0, kept_out = 0;
	struct conc_lane *lane;
	uint32_t thread;

	S->next_access = S->accesses;
	S->next_operation = UINT64_MAX;
	for (unsigned i = 0; turn != CONC_TURN_ACCESS && i < S->count; i++)
		if (S->lanes[i]->state == CONC_LANE_READY && !conc_lane_of_program(S->lanes[i]))
			return S->lanes[i];
	if (turn == CONC_TURN_OPERATION) return S->current;
	if (turn == CONC_TURN_ACCESS && !counts(S->word)) return S->current;
	if (turn == CONC_TURN_ACCESS) note_look(conc_lane_order(S->current), S->place, S->word);
	else if (turn == CONC_TURN_BLOCK && S->current->kernel)
		leave_looks(conc_lane_order(S->current));
	S->current->pending = turn == CONC_TURN_ACCESS ? S->word : S->current->retries;
	if (may_yield) add_queued(&ready, &kept_out);
	else if (self && turn == CONC_TURN_ACCESS && conc_queued_count(conc_processor_tls))
		conc_verify_leaves_out(
		        "what others do while a thread holds a spin lock or a pthread_mutex");
	if (ready | kept_out && others_ready()) conc_verify_leaves_out(beside_kernel_threads);
	add_lanes(&ready, &kept_out, turn == CONC_TURN_RELAX ? S->current : NULL);
	if (ready) V->in_vain = 0;
	else if (++V->in_vain == IN_VAIN) conc_schedule_options.steps = S->steps;
	if (!ready) ready = kept_out; /* they cannot go on, but they show what they wait for */
	if (!ready) return turn == CONC_TURN_BLOCK ? NULL : S->current;
	thread = decide(ready, conc_lane_order(S->current) % THREADS);
	lane = lane_of(thread);
	if (!lane && may_yield) other = queued_of(thread);
	if (other) {
		*yields = V->yields = true;
		self->word = S->word;
		go_on_with(other);
		return S->current;
	}
	if (!lane) {
		conc_verify_leaves_out(another_run);
		lane = S->current->state == CONC_LANE_READY ? S->current : lane_of(first_of(ready));
	}
	conc_verify_touch(lane->pending);
	return lane;
}

/* The running thread waits, ends, or yields of its own accord. */
static void verify_order(struct conc_processor *p)
{
	struct conc_thread *first = conc_queued_count(p) ? conc_queued(p, 0) : NULL, *next;
	const struct conc_thread *self = conc_lane_thread(S->current);
	uint64_t ready = 0, kept_out = 0;

	if (self && !V->yields) leave_looks(self->order);
	if (V->yields || !first) {
		V->yields = false; /* verify_choose has chosen */
		return;
	}
	if (others_ready()) conc_verify_leaves_out(beside_kernel_threads);
	add_queued(&ready, &kept_out);
	next = queued_of(decide(ready ? ready : kept_out, first->order % THREADS));
	if (!next) {
		conc_verify_leaves_out(another_run);
		next = first;
	}
	go_on_with(next);
}

static void verify_start(void)
{
	S->next_operation = S->next_access = 0;
	S->processors = 1;
	S->late = 0;
	S->no_chance = true;
	V->length = V->file_user = V->in_vain = 0;
	V->repetition = V->yields = false;
	memset(V->looks, 0, sizeof V->looks);
}

const struct conc_policy conc_policy_verify = {
        .start = verify_start, .choose = verify_choose, .order = verify_order};

/* ---- After a run ---- */

static void join(uint16_t *clock, const uint16_t *other)
{
	for (unsigned i = 0; i < THREADS; i++)
		if (other[i] > clock[i]) clock[i] = other[i];
}

static bool is_bounded(void)
{
	return conc_schedule_options.preemptions != UINT64_MAX;
}

/* Does transition i come before the one with that clock? */
static bool precedes(uint32_t i, const uint16_t *clock)
{
	uint8_t thread = V->nodes[i].thread;

	return V->clocks[i][thread] <= clock[thread];
}

/* Transition k, whose clock so far is given, could have come before i. Then so could those between
 * the two that do not come after i. Returns the threads with which that can begin. */
static uint64_t initials(uint32_t i, uint32_t k, const uint16_t *clock)
{
	uint64_t seen = 0, first = 0;

	for (uint32_t m = i + 1; m <= k; m++) {
		const uint16_t *own = m == k ? clock : V->clocks[m];
		uint64_t bit = UINT64_C(1) << V->nodes[m].thread;
		bool begins = true;
		if (seen & bit || (m < k && precedes(i, own))) continue;
		seen |= bit;
		for (uint32_t n = i + 1; n < m && begins; n++)
			begins = !precedes(n, own) || precedes(i, V->clocks[n]);
		if (begins) first |= bit;
	}
	return first & V->nodes[i].ready;
}

/* One of the threads with which k can come before i is to run in node i. If one of them sleeps
 * there or has run, that order has been gone through, or will be. */
static void add_backtrack(uint32_t i, uint32_t k, const uint16_t *clock)
{
	struct node *node = &V->nodes[i];
	uint64_t bit = UINT64_C(1) << V->nodes[k].thread, first = initials(i, k, clock);

	if (is_bounded() && node->ready & bit) node->backtrack |= bit;
	else if (is_bounded() || !first) node->backtrack |= first ? first : node->ready;
	else if (!(first & (node->backtrack | node->done | node->asleep)))
		node->backtrack |= first & bit ? bit : first & -first;
}

/* Returns how many threads have been left although they could go on, up to node i, in which that
 * thread would run. */
static uint64_t preemptions(uint32_t i, uint32_t thread)
{
	uint64_t count = 0;

	for (uint32_t k = 1; k <= i; k++) {
		uint32_t next = k < i ? V->nodes[k].thread : thread,
		         before = V->nodes[k - 1].thread;
		count += next != before && V->nodes[k].ready >> before & 1;
	}
	return count;
}

/* Returns the node from which on the thread of node i has run: another one there costs no
 * preemption more. */
static uint32_t turn_began(uint32_t i)
{
	while (i > 0 && V->nodes[i - 1].thread == V->nodes[i].thread) i--;
	return i;
}

/* Is the earlier one no longer in a race with what comes after the other? Not so if it only left a
 * lock that the other takes: that one could have taken it first. */
static bool steps_bind(uintptr_t one, uintptr_t other)
{
	enum conc_touch touch = conc_step_touch(other);

	return steps_compete(one, other) ||
	       ((touch == CONC_TOUCH_TAKES || touch == CONC_TOUCH_AWAITS) &&
	        steps_are_ordered(one, other));
}

/* What transition k could have come before. known: what its thread has learnt. */
static void find_races_of(uint32_t k, const uint16_t *known)
{
	const struct node *node = &V->nodes[k];
	uint16_t *clock = V->clocks[k], bound[THREADS];

	memcpy(bound, known, sizeof bound);
	memcpy(clock, known, sizeof bound);
	clock[node->thread]++;
	for (uint32_t i = k; i-- > 0;) {
		const struct node *other = &V->nodes[i];
		if (other->thread == node->thread) continue;
		if (!precedes(i, bound) && any_pair(&other->next, &node->next, steps_compete)) {
			add_backtrack(i, k, clock);
			if (is_bounded()) add_backtrack(turn_began(i), k, clock);
		}
		if (any_pair(&other->next, &node->next, steps_bind)) join(bound, V->clocks[i]);
		if (any_pair(&other->next, &node->next, steps_are_ordered))
			join(clock, V->clocks[i]);
	}
}

static void find_races(void)
{
	static uint16_t known[THREADS][THREADS];

	memset(known, 0, sizeof known);
	for (uint32_t k = 0; k < V->length; k++) {
		struct node *node = &V->nodes[k];

		/* what others would have done after the end is not in this run */
		if (node->next.count && is_end(node->next.touches[0]))
			node->backtrack |= node->ready;
		find_races_of(k, known[node->thread]);
		memcpy(known[node->thread], V->clocks[k], sizeof *known);
		for (unsigned t = 0; t < THREADS; t++)
			if (node->wakes >> t & 1) join(known[t], V->clocks[k]);
	}
}

static void leave_out_preemptions(void)
{
	char *what = V->preemptions;

	snprintf(what, sizeof V->preemptions, "schedules with more than %llu preemption%s",
	         (unsigned long long)conc_schedule_options.preemptions,
	         conc_schedule_options.preemptions == 1 ? "" : "s");
	conc_verify_leaves_out(what);
}

bool conc_verify_next(bool *counts)
{
	*counts = !V->repetition;
	find_races();
	for (uint32_t i = V->length; i-- > 0;) {
		struct node *node = &V->nodes[i];
		uint64_t todo;

		if (!is_bounded()) { /* one that is equal may have more preemptions */
			node->asleep |= UINT64_C(1) << node->thread;
			node->sleeping[node->thread] = node->next;
		}
		todo = node->backtrack & node->ready & ~node->done & ~node->asleep;
		for (; todo; todo &= todo - 1) {
			uint32_t thread = first_of(todo);
			if (preemptions(i, thread) > conc_schedule_options.preemptions) {
				leave_out_preemptions();
				continue;
			}
			node->thread = (uint8_t)thread;
			node->done |= UINT64_C(1) << thread;
			V->prefix = i + 1;
			return true;
		}
	}
	return false;
}
