/* SPDX-License-Identifier: MIT */
/* waiting.c: a clause is claimed by one side only; who passes a closed one by is seen by the
 * owner, who looks again after opening; a pair is claimed as a whole or not at all; a deadline
 * and a partner do not both win.
 *
 * Threads 0 and 1 are owners or partners as the case says; resources are a guard and a count.
 *
 * GenMC's annotation of loads, which only saves executions, breaks down here. */
// options: --disable-spin-assume --disable-load-annotation
// case: claims -DFIRST="claim(0)" -DSECOND="claim(1)" -DTHIRD="own()"
// case: close -DFIRST="claim(0)" -DSECOND="claim(1)" -DTHIRD="own_until()"
// case: hold -DFIRST="claim(0)" -DSECOND="claim(1)" -DTHIRD="own_hold()"
// case: passed -DFIRST="give()" -DSECOND="want()"
// case: pairs -DFIRST="pair(0,1)" -DSECOND="pair(1,0)" -DPAIRS
// case: pair_claim -DFIRST="pair(0,1)" -DSECOND="pair(1,0)" -DTHIRD="claim_one()" -DPAIRS
// case: plain -DFIRST="wait_plain()" -DSECOND="complete_plain()"
// case: user -DFIRST="own_user(1)" -DSECOND="claim(0)" -DTHIRD="serve()"
// case: users -DFIRST="own_user(2)" -DSECOND="claim(0)" -DTHIRD="serve()"
// mutant: waiting.c s/return exchange_acq_rel(&selection->user, CONC_USER_DONE) == CONC_USER_IN;/store_release(\&selection->user, CONC_USER_DONE); return false;/
// mutant: waiting.c s/return exchange_acq_rel(&selection->user, CONC_USER_DONE) == CONC_USER_IN;/return exchange_relaxed(\&selection->user, CONC_USER_DONE) == CONC_USER_IN;/
// mutant: waiting.c s/if (exchange_acq_rel(&selection->user, CONC_USER_IN) != CONC_USER_DONE) return true;/store_relaxed(\&selection->user, CONC_USER_IN); return true;/
// mutant: waiting.c s/if (exchange_acq_rel(&selection->user, CONC_USER_OUT) != CONC_USER_DONE) return false;/store_relaxed(\&selection->user, CONC_USER_OUT); return false;/
// mutant: waiting.c s/	conc_thread_unpark(self);$//
// mutant: waiting.c s/if (cas_acq_rel(&selection->state, &seen, to)) return true/if (cas_relaxed(\&selection->state, \&seen, to)) return true/
// mutant: waiting.c s/if (cas_acq_rel(&selection->state, &seen, to)) return true/if (load_acquire(\&selection->state) == seen) { store_release(\&selection->state, to); return true; }/
// mutant: waiting.c s/if (seen != CONC_SELECTION_PENDING) return false/return false/
// mutant: waiting.c s/store_release(&selection->state, CONC_SELECTION_OPEN)/store_relaxed(\&selection->state, CONC_SELECTION_OPEN)/
// mutant: waiting.c s/conc_selection_resolve(low->selection, both ? low : NULL)/conc_selection_resolve(low->selection, low)/
// mutant: waiting.c s/conc_schedule_order(mine->selection) < conc_schedule_order(other->selection)/true/
// mutant: waiting.c s/bool queued = w->queued;/bool queued = true;/
#include "permit.h"

static struct conc_selection selections[2];
static struct conc_waiter clauses[2];
static int written[2];  /* plain: what a partner does for the clause it has claimed */
static int published;   /* plain: by the owner, before it opens the selection */
static uintptr_t guard; /* of the resource in give, want and the plain wait */
static int units;       /* plain: under the guard */
static int paired[2];   /* plain: who has claimed the pair, per clause */

/* ---- One statement of two clauses; partners claim one each ---- */

static void claim(int i)
{
	if (!conc_waiter_claim(&clauses[i])) return;
	assert(published == 1);
	written[i] = 1;
	conc_waiter_complete(&clauses[i], CONC_WAIT_DONE);
}

static void check_winner(const struct conc_waiter *winner)
{
	long i = winner - clauses;

	assert(winner == &clauses[0] || winner == &clauses[1]);
	assert(written[i] == 1);
}

static void open_race(void)
{
	for (int i = 0; i < 2; i++) clauses[i].thread = model_self;
	published = 1;
	conc_selection_open(&selections[0]);
}

static void own(void)
{
	open_race();
	if (!conc_selection_close(&selections[0])) return;
	check_winner(conc_selection_wait(&selections[0], model_self, CONC_NEVER, &(bool){true}));
	published = 2; /* nobody claims after this */
}

static void own_until(void)
{
	struct conc_waiter *winner;

	open_race();
	winner = conc_selection_wait(&selections[0], model_self, 1, &(bool){true});
	if (winner) check_winner(winner);
	published = 2;
}

static void own_hold(void)
{
	open_race();
	if (conc_selection_hold(&selections[0])) {
		conc_selection_resolve(&selections[0], NULL);
		if (!conc_selection_close(&selections[0])) return;
	}
	conc_thread_park(model_self);
	check_winner((struct conc_waiter *)load_relaxed(&selections[0].state));
}

/* ---- A partner that finds the clause closed leaves a unit; its owner looks again ---- */

static void give(void)
{
	struct conc_waiter *head = conc_guard_enter(&guard), *w = conc_waiters_claim_first(&head);

	if (!w) units++;
	else written[0] = 1;
	conc_guard_leave(&guard, head);
	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
}

static int enlist(struct conc_waiter *w)
{
	struct conc_waiter *head = conc_guard_enter(&guard);
	int done = CONC_ENLIST_QUEUED;

	if (units) done = conc_waiter_claim(w) ? CONC_ENLIST_DONE : CONC_ENLIST_GONE;
	if (done == CONC_ENLIST_DONE) units--;
	if (done == CONC_ENLIST_DONE && w->queued) head = conc_waiters_remove(head, w);
	else if (done == CONC_ENLIST_QUEUED && !w->queued) head = conc_waiters_append(head, w);
	conc_guard_leave(&guard, head);
	return done;
}

static void want(void)
{
	struct conc_waiter *w = &clauses[0], *head = conc_guard_enter(&guard);

	w->thread = model_self;
	conc_guard_leave(&guard, conc_waiters_append(head, w)); /* queued, and CLOSED as yet */
	conc_selection_open(&selections[0]);
	if (enlist(w) == CONC_ENLIST_DONE) return;
	assert(conc_selection_wait(&selections[0], model_self, CONC_NEVER, &(bool){true}) == w);
	assert(written[0] == 1);
}

/* ---- The program's functions, which wait for something else while the selection is open ---- */

static struct conc_waiter inner;
static int served; /* plain: what the function waited for is there */

static void serve(void)
{
	struct conc_waiter *head = conc_guard_enter(&guard), *w = conc_waiters_claim_first(&head);

	served = 1;
	conc_guard_leave(&guard, head);
	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
}

static void user_function(void)
{
	struct conc_waiter *head = conc_guard_enter(&guard);
	bool there = served;

	conc_waiter_init(&inner, model_self, NULL, 0);
	if (!there) head = conc_waiters_append(head, &inner);
	conc_guard_leave(&guard, head);
	if (!there) conc_waiter_wait(&inner);
	assert(served == 1);
	assert(!inner.queued);
}

static void own_user(int functions)
{
	bool gone = false;

	selections[0].user = CONC_USER_OUT;
	open_race();
	for (int i = 0; i < functions && !gone; i++) {
		gone = !conc_selection_enter_user(&selections[0]);
		if (gone) break;
		user_function();
		gone = conc_selection_leave_user(&selections[0], model_self);
	}
	if (!gone && conc_selection_close(&selections[0]) == NULL) return;
	conc_thread_park(model_self);
	check_winner((struct conc_waiter *)load_relaxed(&selections[0].state));
	assert(load_relaxed(&model_self->park) == CONC_PARK_RUNNING);
}

/* ---- Two statements, whose owners both want the pair ---- */

static void pair(int mine, int other)
{
	clauses[mine].thread = model_self;
	switch (conc_waiter_claim_pair(&clauses[mine], &clauses[other])) {
	case CONC_PAIR_BOTH:
		assert(paired[0]++ == 0);
		assert(paired[1]++ == 0);
		break;
	case CONC_PAIR_MINE_GONE:
		assert(load_relaxed(&selections[mine].state) == (uintptr_t)&clauses[mine]);
		break;
	case CONC_PAIR_OTHER_GONE:
		assert(load_relaxed(&selections[other].state) == (uintptr_t)&clauses[other]);
		break;
	}
}

/* A plain partner of clause 1: its claim fails only if the pair is claimed. */
static void claim_one(void)
{
	if (conc_waiter_claim(&clauses[1])) assert(paired[1]++ == 0);
	else assert(load_acquire(&selections[0].state) != CONC_SELECTION_OPEN);
}

/* ---- A plain wait with a deadline ---- */

static void wait_plain(void)
{
	struct conc_waiter *w = &clauses[0], *head = conc_guard_enter(&guard);
	int32_t result;

	conc_waiter_init(w, model_self, NULL, 0);
	conc_guard_leave(&guard, conc_waiters_append(head, w));
	result = conc_waiter_wait_until(w, &guard, 1);
	assert(result == -ETIMEDOUT || (result == 7 && written[0] == 1));
	assert(load_relaxed(&model_self->park) == CONC_PARK_RUNNING);
	w->thread = NULL; /* it may be gone */
}

static void complete_plain(void)
{
	struct conc_waiter *head = conc_guard_enter(&guard), *w = conc_waiters_claim_first(&head);

	conc_guard_leave(&guard, head);
	if (!w) return;
	written[0] = 1;
	conc_waiter_complete(w, 7);
}

static void *run(void *self)
{
	if (self == &model_threads[0]) FIRST;
	else if (self == &model_threads[1]) SECOND;
#ifdef THIRD
	else THIRD;
#endif
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 2; i++) clauses[i].selection = &selections[0];
#ifdef PAIRS
	clauses[1].selection = &selections[1];
	for (int i = 0; i < 2; i++) selections[i].state = CONC_SELECTION_OPEN;
#endif
#ifdef THIRD
	model_run(3, run);
#else
	model_run(2, run);
#endif
#ifdef PAIRS
	assert(paired[1] == 1);
	assert(selections[0].state == (paired[0] ? (uintptr_t)&clauses[0] : CONC_SELECTION_OPEN));
#endif
	(void)claim, (void)own, (void)own_until, (void)own_hold, (void)give, (void)want;
	(void)own_user, (void)serve, (void)pair, (void)claim_one, (void)wait_plain, (void)complete_plain;
	return 0;
}
