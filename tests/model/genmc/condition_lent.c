/* SPDX-License-Identifier: MIT */
/* conc_signal_block of condition.c on mutex.c: the thread that is signalled finds what the lender has left, the lender
 * what that thread has made of it, and no other thread has had the lock in between. Nobody waits for ever.
 *
 * At the start thread 0 holds the lock, and LENT threads wait: it lends to the first, which lends to the next.
 * BARGING: so many threads lock it beside them; TRY: only if it is free. LIMIT: the first wait has a deadline that has
 * passed. CLAUSE: it is a clause of a statement. FIRST: the lender gives the lock up and takes it again before. */
// scale: mutex.c s/LOSSES = 8/LOSSES = 1/
// scale: mutex.c s/if (spin(m, self, mode)) return 0;//
// scale: mutex.c s/	if (conc_mutex_core_holder(m) == self)/	if (0)/
// options: --disable-spin-assume --disable-load-annotation
// case: alone -DLENT=1 -DBARGING=0
// case: limit -DLENT=1 -DBARGING=0 -DLIMIT
// case: clause -DLENT=1 -DBARGING=0 -DCLAUSE
// case: in_turn -DLENT=2 -DBARGING=0
// case: try -DLENT=1 -DBARGING=1 -DTRY
// case: barging -DLENT=1 -DBARGING=1
// case: limit_try -DLENT=1 -DBARGING=1 -DLIMIT -DTRY
// case: starving -DLENT=1 -DBARGING=1 -DFIRST
// case: in_turn_barging -DLENT=2 -DBARGING=1
// mutant: mutex.c s/conc_guard_leave(&m->conc_queue, conc_waiters_prepend(head, &w))/conc_guard_leave(\&m->conc_queue, conc_waiters_append(head, \&w))/
// mutant: mutex.c s/CONC_LOCK_QUEUED | CONC_LOCK_HANDOFF)/CONC_LOCK_QUEUED)/
// mutant: mutex.c s/CONC_LOCK_QUEUED | CONC_LOCK_HANDOFF)/CONC_LOCK_HANDOFF)/
// mutant: mutex.c s/return head && head->slot ? CONC_LOCK_HANDOFF : 0/return (void)head, 0/
// mutant: mutex.c s/	if (after == head) return/	if (after) return/
// mutant: mutex.c s/	conc_waiter_complete(to, CONC_WAIT_DONE);//
// mutant: mutex.c s/	conc_waiter_wait(&w);//
// mutant: condition.c s/	if (!w) return;/	return;/
#include "condition_world.h"

static int left;  /* plain: the lock protects it */
static int lends; /* likewise: the number of the latest lending */

/* Where the threads wait. */
static struct waits waits[LENT];
static struct conc_selection selection;

static void lend(void)
{
	int mine = left = ++lends;

	conc_abi_signal_block(&changed, &lock, &lockable, NULL);
#ifdef LIMIT
	if (left == mine) return; /* nobody waited any more */
#endif
	assert(left == -mine);
}

/* The rest of wait(). */
static bool has_waited(struct waits *w)
{
	int result = 0;
#ifdef CLAUSE
	bool cancelled = false;

	assert(conc_selection_wait(&selection, model_self, CONC_NEVER, &cancelled) == &w->waiter);
#elif defined(LIMIT)
	result = conc_waiter_wait_until(&w->waiter, &changed.conc_queue, 1);
#else
	result = conc_waiter_wait(&w->waiter);
#endif
	come_back(&lock, 0, NULL);
	return result == 0;
}

static void borrower(int i)
{
	if (has_waited(&waits[i])) {
		int found = left;

		assert(found == i + 1);
		if (i + 1 < LENT) lend();
		left = -found;
	}
	conc_abi_mutex_unlock(&lock, NULL);
}

static void lender(void)
{
#ifdef FIRST
	conc_abi_mutex_unlock(&lock, NULL);
	conc_abi_mutex_lock(&lock, NULL);
#endif
	lend();
	left = 0;
	conc_abi_mutex_unlock(&lock, NULL);
}

static void barge(void)
{
#ifdef TRY
	if (!conc_abi_mutex_try_lock(&lock, NULL)) return;
#else
	conc_abi_mutex_lock(&lock, NULL);
#endif
	assert(left <= 0);
	left = 0;
	conc_abi_mutex_unlock(&lock, NULL);
}

static void *run(void *self)
{
	if (self == model_threads) lender();
	else if (model_number() <= LENT) borrower(model_number() - 1);
	else barge();
	return NULL;
}

int main(void)
{
	lock.conc_state = (uintptr_t)&model_threads[0];
	for (int i = 0; i < LENT; i++) {
		conc_waiter_init(&waits[i].waiter, &model_threads[i + 1], NULL, WAITS);
		waits[i].waiter.since = (uintptr_t)&waits[i].given_up;
		waits[i].given_up.conc_lock = &lock;
		waits[i].given_up.conc_lockable = &lockable;
#ifdef CLAUSE
		waits[i].waiter.selection = &selection;
		conc_selection_open(&selection);
#endif
		enqueue(&changed, &waits[i].waiter);
	}
	model_run(1 + LENT + BARGING, run);
	assert(load_relaxed(&changed.conc_queue) == 0);
	assert(load_relaxed(&lock.conc_state) == 0);
	assert(load_relaxed(&lock.conc_queue) == 0);
	return 0;
}
