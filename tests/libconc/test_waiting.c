/* SPDX-License-Identifier: MIT */
/* The registration mechanism: the guard, the FIFO, claims and selections, by one and by many
 * threads. A statement is played by hand here, over locks, semaphores and a rendezvous. */
#include <errno.h>

#include "crew.h"
#include "kernel/waiting.h"

/* ---- The guard ---- */

static uintptr_t guard;
static long inside;

static void enter_and_leave(int index, void *argument)
{
	(void)index, (void)argument;
	for (int i = 0; i < 20000; i++) {
		uintptr_t carried = (uintptr_t)conc_guard_enter(&guard);

		inside++;
		if (i % 1000 == 0) crew_delay(5000);
		conc_guard_leave(&guard, (void *)(carried + 16));
	}
}

static void guard_excludes_and_carries(void **state)
{
	(void)state;
	guard = 0, inside = 0;
	crew_run(6, crew_mixed, enter_and_leave, NULL);
	assert_int_equal(inside, 6 * 20000);
	assert_int_equal(guard, 6 * 20000 * 16);
}

/* ---- The FIFO ---- */

static void fifo(void **state)
{
	struct conc_waiter w[5], *head = NULL;
	int order[] = {4, 0, 1, 3};

	(void)state;
	for (int i = 0; i < 5; i++) conc_waiter_init(&w[i], conc_self(), NULL, i);
	for (int i = 0; i < 4; i++) head = conc_waiters_append(head, &w[i]);
	head = conc_waiters_prepend(head, &w[4]);
	head = conc_waiters_remove(head, &w[2]);
	assert_false(w[2].queued);
	for (int i = 0; i < 4; i++) {
		struct conc_waiter *first = conc_waiters_claim_first(&head);

		assert_ptr_equal(first, &w[order[i]]);
		assert_false(first->queued);
	}
	assert_null(head);
	assert_null(conc_waiters_claim_first(&head));
}

static void fifo_by_mode(void **state)
{
	struct conc_selection closed = {CONC_SELECTION_CLOSED};
	struct conc_waiter w[4], *head = NULL, *all;

	(void)state;
	for (int i = 0; i < 4; i++) {
		conc_waiter_init(&w[i], conc_self(), i == 1 ? &closed : NULL, i % 2);
		head = conc_waiters_append(head, &w[i]);
	}
	assert_ptr_equal(conc_waiters_claim_mode(&head, 1), &w[3]); /* w[1] is passed by */
	assert_null(conc_waiters_claim_mode(&head, 1));
	all = conc_waiters_claim_all(&head);
	assert_ptr_equal(all, &w[0]);
	assert_ptr_equal(conc_waiters_next(all, all), &w[2]);
	assert_ptr_equal(head, &w[1]); /* keeps its place */
	assert_ptr_equal(head->next, head);
}

/* ---- Selections, one thread ---- */

static void claims(void **state)
{
	struct conc_selection selection = {CONC_SELECTION_CLOSED};
	struct conc_waiter a, b;

	(void)state;
	conc_waiter_init(&a, conc_self(), &selection, 0);
	conc_waiter_init(&b, conc_self(), &selection, 0);
	assert_false(conc_waiter_claim(&a));
	assert_false(conc_waiter_is_open(&a));
	conc_selection_open(&selection);
	assert_true(conc_waiter_is_open(&a));
	assert_true(conc_waiter_claim(&b));
	assert_false(conc_waiter_claim(&a));
	assert_ptr_equal(conc_selection_close(&selection), &b);
	conc_selection_open(&selection);
	assert_null(conc_selection_close(&selection));
	assert_false(conc_waiter_claim(&b));
	conc_selection_open(&selection);
	assert_true(conc_selection_hold(&selection));
	conc_selection_resolve(&selection, NULL);
	assert_true(conc_selection_hold(&selection));
	conc_selection_resolve(&selection, &a);
	assert_false(conc_selection_hold(&selection));
	assert_ptr_equal(conc_selection_close(&selection), &a);
}

static void pairs(void **state)
{
	struct conc_selection selection[2];
	struct conc_waiter w[2], plain;

	(void)state;
	conc_waiter_init(&plain, conc_self(), NULL, 0);
	for (int mine = 0; mine < 2; mine++) {
		struct conc_waiter *m = &w[mine], *o = &w[!mine];

		conc_waiter_init(&w[0], conc_self(), &selection[0], 0);
		conc_waiter_init(&w[1], conc_self(), &selection[1], 0);
		for (int open = 0; open < 4; open++) {
			enum conc_pair got;

			m->selection->state =
			        open & 1 ? CONC_SELECTION_OPEN : CONC_SELECTION_CLOSED;
			o->selection->state =
			        open & 2 ? CONC_SELECTION_OPEN : CONC_SELECTION_CLOSED;
			got = conc_waiter_claim_pair(m, o);
			assert_int_equal(got == CONC_PAIR_BOTH, open == 3);
			if (open == 1) assert_int_equal(got, CONC_PAIR_OTHER_GONE);
			if (open == 2) assert_int_equal(got, CONC_PAIR_MINE_GONE);
			/* nothing is half done */
			if (got != CONC_PAIR_BOTH) assert_int_equal(m->selection->state, open & 1);
			if (got != CONC_PAIR_BOTH) assert_int_equal(o->selection->state, open >> 1);
			if (got == CONC_PAIR_BOTH) assert_ptr_equal(m->selection->state, m);
			if (got == CONC_PAIR_BOTH) assert_ptr_equal(o->selection->state, o);
		}
		selection[0].state = selection[1].state = CONC_SELECTION_OPEN;
		assert_int_equal(conc_waiter_claim_pair(m, m), CONC_PAIR_OTHER_GONE);
		assert_int_equal(m->selection->state, CONC_SELECTION_OPEN);
		assert_int_equal(conc_waiter_claim_pair(&plain, o), CONC_PAIR_BOTH);
		assert_int_equal(conc_waiter_claim_pair(&plain, o), CONC_PAIR_OTHER_GONE);
		assert_int_equal(conc_waiter_claim_pair(m, &plain), CONC_PAIR_BOTH);
		assert_int_equal(conc_waiter_claim_pair(m, &plain), CONC_PAIR_MINE_GONE);
	}
}

/* ---- One owner, many partners: each opening is claimed once, each claim is completed once ---- */

enum { CLAUSES = 3, PARTNERS = 4, ROUNDS = 3000 };

static struct {
	struct conc_selection selection;
	uintptr_t guard[CLAUSES];
	uint32_t stop;
	uint32_t claims;
} game;

static void partner(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	while (!load_acquire(&game.stop)) {
		uintptr_t *g = &game.guard[crew_random(&random) % CLAUSES];
		struct conc_waiter *head = conc_guard_enter(g), *w = conc_waiters_claim_first(&head);

		if (w) *(int *)w->slot += 1; /* a race, unless claims exclude each other */
		conc_guard_leave(g, head);
		if (w) add_relaxed(&game.claims, 1);
		if (w) conc_waiter_complete(w, index);
		if (crew_random(&random) % 64 == 0) conc_yield();
	}
}

static void play_owner(void)
{
	struct conc_waiter w[CLAUSES];
	int effects = 0, patience = 0;

	for (int round = 1; round <= ROUNDS; round++) {
		struct conc_waiter *winner;

		conc_selection_open(&game.selection);
		for (int i = 0; i < CLAUSES; i++) {
			struct conc_waiter *head;

			conc_waiter_init(&w[i], conc_self(), &game.selection, i);
			w[i].slot = &effects;
			head = conc_guard_enter(&game.guard[i]);
			conc_guard_leave(&game.guard[i], conc_waiters_append(head, &w[i]));
		}
		winner = conc_selection_wait(&game.selection, conc_self(),
			round % 3 ? CONC_NEVER : conc_now() + (uint64_t)patience * 500, &(bool){false});
		for (int i = 0; i < CLAUSES; i++) conc_waiter_delist(&game.guard[i], &w[i]);
		patience = winner ? 0 : patience + 1;
		if (!winner) {
			CHECK(round % 3 == 0);
			round--; /* timed out: nothing may have happened */
		}
		CHECK(effects == round);
	}
	store_release(&game.stop, 1);
	CHECK(game.claims == ROUNDS);
}

static void owner_or_partner(int index, void *argument)
{
	if (index == 0)
		play_owner();
	else
		partner(index, argument);
}

static enum crew_kind owner_foreign(int i) { return i == 0 ? CREW_FOREIGN : CREW_USER; }
static enum crew_kind partners_foreign(int i) { return i == 0 ? CREW_USER : CREW_FOREIGN; }

static void each_opening_is_claimed_once(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, owner_foreign, partners_foreign, crew_mixed};

	(void)state;
	for (int k = 0; k < 4; k++) {
		memset(&game, 0, sizeof(game));
		crew_run(1 + PARTNERS, kinds[k], owner_or_partner, NULL);
	}
}

/* ---- Statements on both sides of rendezvous: nobody deadlocks, every value arrives once ---- */

enum { SEND = 1, RECEIVE = 2 };

struct rendezvous { uintptr_t guard; };

static int rendezvous_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct rendezvous *r = resource;
	struct conc_waiter *head = conc_guard_enter(&r->guard), *o, *after, *done = NULL;
	int result = CONC_ENLIST_QUEUED;

	(void)where;
	for (o = head; o && result == CONC_ENLIST_QUEUED; o = after) {
		after = conc_waiters_next(head, o);
		if (o->mode == w->mode) continue;
		switch (conc_waiter_claim_pair(w, o)) {
		case CONC_PAIR_OTHER_GONE: continue;
		case CONC_PAIR_MINE_GONE: result = CONC_ENLIST_GONE; continue;
		case CONC_PAIR_BOTH: break;
		}
		if (w->mode == SEND)
			*(long *)o->slot = *(long *)w->slot;
		else
			*(long *)w->slot = *(long *)o->slot;
		head = conc_waiters_remove(head, o);
		if (w->queued) head = conc_waiters_remove(head, w);
		result = CONC_ENLIST_DONE;
		done = o;
	}
	if (result == CONC_ENLIST_QUEUED && queue && !w->queued)
		head = conc_waiters_append(head, w);
	conc_guard_leave(&r->guard, head);
	if (done) conc_waiter_complete(done, CONC_WAIT_DONE);
	return result;
}

static void rendezvous_delist(void *resource, struct conc_waiter *w)
{
	conc_waiter_delist(&((struct rendezvous *)resource)->guard, w);
}

static const struct conc_selectable rendezvous = {
	.operation = "rendezvous", .enlist = rendezvous_enlist, .delist = rendezvous_delist,
};

struct clause {
	const struct conc_selectable *kind;
	void *resource;
	struct conc_waiter *waiter;
};

/* waituntil over n clauses joined by `or`; returns the one that took effect, -1 at deadline. */
static int select_one(struct clause *c, int n, struct conc_selection *selection, uint64_t deadline)
{
	struct conc_waiter *winner = NULL;
	int enlisted, how = CONC_ENLIST_QUEUED;

	conc_selection_open(selection);
	for (enlisted = 0; enlisted < n && how == CONC_ENLIST_QUEUED; enlisted++) {
		how = c[enlisted].kind->enlist(c[enlisted].resource, c[enlisted].waiter, true, CONC_HERE);
		if (how == CONC_ENLIST_DONE) winner = c[enlisted].waiter;
	}
	conc_thread_waits(conc_self(), "waituntil", NULL, CONC_HERE, NULL);
	if (!winner) winner = conc_selection_wait(selection, conc_self(), deadline, &(bool){false});
	for (int i = 0; i < enlisted; i++)
		if (c[i].waiter != winner) c[i].kind->delist(c[i].resource, c[i].waiter);
	store_relaxed(&conc_self()->wait.operation, NULL);
	for (int i = 0; i < n; i++)
		if (c[i].waiter == winner) return i;
	return -1;
}

static struct rendezvous a, b;
static long sent, received, sends, receives;

/* Thread 1 receives from A or from B; thread 2 sends to B or to A; and so on in other orders,
 * some of them doing both at once, some with a deadline. */
static void trade(int index, void *argument)
{
	long count = *(long *)argument, out, in;
	unsigned random = (unsigned)index;

	for (long i = 0; i < count; i++) {
		bool sender = index % 2, a_first = index & 2;
		struct conc_selection selection = {CONC_SELECTION_CLOSED};
		struct conc_waiter w[2];
		struct clause c[2];
		int won;

		out = index * 1000000L + i, in = -1;
		for (int k = 0; k < 2; k++) {
			conc_waiter_init(&w[k], conc_self(), &selection, sender ? SEND : RECEIVE);
			w[k].slot = sender ? &out : &in;
			c[k] = (struct clause){&rendezvous, (k == 0) == a_first ? &a : &b, &w[k]};
		}
		do {
			uint64_t deadline = crew_random(&random) % 8 ? CONC_NEVER : conc_now() + 2000;

			won = select_one(c, 2, &selection, deadline);
			CHECK(won >= 0 || (!w[0].queued && !w[1].queued));
		} while (won < 0);
		CHECK(sender || in >= 0);
		__atomic_add_fetch(sender ? &sends : &receives, 1, __ATOMIC_RELAXED);
		__atomic_add_fetch(sender ? &sent : &received, sender ? out : in, __ATOMIC_RELAXED);
	}
}

static void both_sides_wait_for_several(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int n = 2; n <= 8; n += 2) {
			long count = 1500;

			sent = received = sends = receives = 0;
			crew_run(n, kinds[k], trade, &count);
			assert_int_equal(sends, receives);
			assert_int_equal(sends, count * n / 2);
			assert_int_equal(sent, received);
			assert_int_equal(a.guard, 0);
			assert_int_equal(b.guard, 0);
		}
	}
}

/* One statement sends and receives on the same rendezvous: never with itself. */
static void swap(int index, void *argument)
{
	long count = *(long *)argument;

	for (long i = 0; i < count; i++) {
		struct conc_selection selection = {CONC_SELECTION_CLOSED};
		struct conc_waiter w[2];
		struct clause c[2];
		long out = index * 1000000L + i, in = -1;

		for (int k = 0; k < 2; k++) {
			conc_waiter_init(&w[k], conc_self(), &selection, k == 0 ? SEND : RECEIVE);
			w[k].slot = k == 0 ? &out : &in;
			c[k] = (struct clause){&rendezvous, &a, &w[k]};
		}
		if (select_one(c, 2, &selection, CONC_NEVER) == 0)
			__atomic_add_fetch(&sent, out, __ATOMIC_RELAXED);
		else
			__atomic_add_fetch(&received, in, __ATOMIC_RELAXED);
		CHECK(in / 1000000L != index || in == -1);
	}
}

static void never_with_itself(void **state)
{
	long count = 3000;

	(void)state;
	sent = received = 0;
	crew_run(2, crew_user_only, swap, &count);
	assert_int_equal(sent, received);
	sent = received = 0;
	crew_run(2, crew_foreign_only, swap, &count);
	assert_int_equal(sent, received);
}

/* ---- Clauses on the locks of libconc ---- */

static conc_mutex lock;
static conc_owner_lock owner;
static conc_rw_lock rw;
static conc_semaphore units;
static long lock_count, owner_count, rw_count, readers;

/* Waits for any of the locks, changes what the one that came guards, gives it back. */
static void any_lock(int index, void *argument)
{
	const struct conc_selectable *kinds[] = {&conc_mutex_selectable, &conc_owner_lock_selectable,
		&conc_rw_lock_selectable, &conc_rw_reader_selectable, &conc_semaphore_selectable};
	void *locks[] = {&lock, &owner, &rw, &rw, &units};
	long *counts[] = {&lock_count, &owner_count, &rw_count, &readers, NULL};
	unsigned random = (unsigned)index;

	for (long i = 0; i < *(long *)argument; i++) {
		struct conc_selection selection = {CONC_SELECTION_CLOSED};
		struct conc_waiter w[3];
		struct clause c[3];
		int first = (int)(crew_random(&random) % 5), won;

		for (int k = 0; k < 3; k++) {
			int which = (first + k) % 5;

			conc_waiter_init(&w[k], conc_self(), &selection, 0);
			c[k] = (struct clause){kinds[which], locks[which], &w[k]};
		}
		won = select_one(c, 3, &selection,
		                 crew_random(&random) % 4 ? CONC_NEVER : conc_now() + 3000);
		if (won < 0) continue;
		if (counts[(first + won) % 5]) {
			long *n = counts[(first + won) % 5];

			if (n == &readers)
				__atomic_add_fetch(n, 1, __ATOMIC_RELAXED);
			else
				++*n;
			if (crew_random(&random) % 8 == 0) conc_yield();
			CHECK(n == &readers || load_relaxed(n) > 0);
		}
		c[won].kind->release(c[won].resource, c[won].waiter, CONC_HERE);
	}
}

/* The same locks, taken plainly. */
static void plain_lock(int index, void *argument)
{
	unsigned random = (unsigned)index * 77;

	for (long i = 0; i < *(long *)argument; i++) {
		switch (crew_random(&random) % 5) {
		case 0: { CONC_HOLD(1, conc_mutex, &lock); lock_count++; break; }
		case 1: { CONC_HOLD(2, conc_owner_lock, &owner); owner_count++; break; }
		case 2: { CONC_HOLD(3, conc_rw_lock, &rw); rw_count++; conc_yield(); break; }
		case 3: { CONC_HOLD(4, conc_rw_reader, conc_reading(&rw)); conc_yield(); break; }
		default: { CONC_HOLD(5, conc_semaphore, &units); conc_yield(); break; }
		}
	}
}

static void any_or_plain(int index, void *argument)
{
	if (index % 2)
		any_lock(index, argument);
	else
		plain_lock(index, argument);
}

static void clauses_on_locks(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		long count = 2000;

		conc_semaphore_init(&units, 2);
		crew_run(8, kinds[k], any_or_plain, &count);
		assert_true(conc_mutex_try_lock(&lock));
		conc_mutex_unlock(&lock);
		assert_true(conc_owner_lock_try_lock(&owner));
		conc_owner_lock_unlock(&owner);
		assert_true(conc_rw_lock_try_lock(&rw));
		conc_rw_lock_unlock(&rw);
		assert_true(conc_semaphore_try_wait(&units));
		assert_true(conc_semaphore_try_wait(&units));
		assert_false(conc_semaphore_try_wait(&units));
		assert_int_equal(lock.conc_queue | owner.conc_mutex.conc_queue | rw.conc_mutex.conc_queue, 0);
	}
}

/* ---- `and`: what a block passes by is seen when the statement waits again ---- */

static conc_semaphore left, right;
static uint32_t blocks;

static void and_statement(void)
{
	struct conc_selection selection = {CONC_SELECTION_CLOSED};
	struct conc_waiter w[2];
	struct clause c[2] = {{&conc_semaphore_selectable, &left, &w[0]},
		{&conc_semaphore_selectable, &right, &w[1]}};
	bool ran[2] = {false, false};

	for (int k = 0; k < 2; k++) conc_waiter_init(&w[k], conc_self(), &selection, 0);
	while (!ran[0] || !ran[1]) {
		struct conc_waiter *winner = NULL;
		int how = CONC_ENLIST_QUEUED;

		conc_selection_open(&selection);
		for (int k = 0; k < 2 && how == CONC_ENLIST_QUEUED; k++) {
			if (ran[k]) continue;
			how = c[k].kind->enlist(c[k].resource, &w[k], true, CONC_HERE);
			if (how == CONC_ENLIST_DONE) winner = &w[k];
		}
		conc_thread_waits(conc_self(), "waituntil", NULL, CONC_HERE, NULL);
		if (!winner)
			winner = conc_selection_wait(&selection, conc_self(), CONC_NEVER,
			                             &(bool){false});
		store_relaxed(&conc_self()->wait.operation, NULL);
		CHECK(!ran[winner - w]);
		ran[winner - w] = true;
		CHECK(add_relaxed(&blocks, 1) < UINT32_MAX / 2);
		crew_delay(50); /* the other clause is passed by meanwhile */
		conc_yield();
	}
}

static void and_or_post(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < 3000; i++) {
		if (index == 0)
			and_statement();
		else if (index == 1)
			conc_semaphore_post(&left), crew_delay((unsigned)i % 100);
		else
			conc_semaphore_post(&right), crew_delay((unsigned)i % 70);
	}
}

static void passed_by_is_seen_later(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, owner_foreign, partners_foreign, crew_mixed};

	(void)state;
	for (int k = 0; k < 4; k++) {
		blocks = 0;
		crew_run(3, kinds[k], and_or_post, NULL);
		assert_int_equal(blocks, 6000);
		assert_false(conc_semaphore_try_wait(&left));
		assert_false(conc_semaphore_try_wait(&right));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(guard_excludes_and_carries), cmocka_unit_test(fifo),
		cmocka_unit_test(fifo_by_mode), cmocka_unit_test(claims), cmocka_unit_test(pairs),
		cmocka_unit_test(each_opening_is_claimed_once),
		cmocka_unit_test(both_sides_wait_for_several), cmocka_unit_test(never_with_itself),
		cmocka_unit_test(clauses_on_locks), cmocka_unit_test(passed_by_is_seen_later),
	};

	return crew_tests(tests);
}
