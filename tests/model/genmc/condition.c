/* SPDX-License-Identifier: MIT */
/* condition.c on mutex.c: who waits for what another thread makes true under the lock, and
 * signals or broadcasts, does not wait for ever. With DEADLINE the first wait has a deadline
 * that has passed: a signal that was given to the waiter is not dropped. CLAUSE: it waits by a statement; with 2
 * another block comes first, and a signal that is given meanwhile is kept: it does not test again. */
// scale: mutex.c s/if (spin(m, self, mode)) return 0;//
// scale: mutex.c s/if (conc_mutex_core_holder(m) == self)/if (0)/
// options: --disable-spin-assume --disable-load-annotation
// case: signal -DWAITERS=1 -DWAKE=conc_signal
// case: broadcast -DWAITERS=1 -DWAKE=conc_broadcast
// case: unlocked -DWAITERS=1 -DWAKE=conc_signal -DAFTER
// case: deadline -DWAITERS=1 -DWAKE=conc_signal -DDEADLINE
// case: clause -DWAITERS=1 -DWAKE=conc_signal -DCLAUSE=1
// case: kept -DWAITERS=1 -DWAKE=conc_signal -DCLAUSE=2
// case: kept_broadcast -DWAITERS=1 -DWAKE=conc_broadcast -DCLAUSE=2 -DAFTER
// mutant: condition.c s/			closed->mode = SIGNALLED;//
// mutant: condition.c s/w = conc_waiters_next(head, w)) w->mode = SIGNALLED;/w = conc_waiters_next(head, w)) {}/
// mutant: condition.c s/if (w->queued \&\& w->mode == SIGNALLED)/if (0)/
// mutant: condition.c s/	enqueue(c, &w.waiter);/(void)enqueue;/
// mutant: condition.c s/depth = lockable->leave(m, where);/depth = 0;/
// mutant: condition.c s/lockable->come_back(m, depth, where);//
// mutant: condition.c s/if (w) conc_waiter_complete(w, CONC_WAIT_DONE);//
// mutant: condition.c s/conc_waiters_complete_all(all, CONC_WAIT_DONE)/(void)all/
#include "condition_world.h"

static bool ready; /* plain: the lock protects it */

static void wait_until_ready(void)
{
	conc_abi_mutex_lock(&lock, NULL);
#ifdef DEADLINE
	if (!ready) wait(&changed, &lock, &lockable, 0, 1, NULL);
#endif
	while (!ready) wait(&changed, &lock, &lockable, 0, CONC_NEVER, NULL);
	conc_abi_mutex_unlock(&lock, NULL);
}

#ifdef CLAUSE
static void wait_for_signal(struct conc_selection *selection)
{
	bool cancelled;

	leave(&lock, NULL);
	conc_selection_wait(selection, model_self, CONC_NEVER, &cancelled);
	come_back(&lock, 0, NULL);
}

static void statement_until_ready(void)
{
	struct conc_selection selection;
	struct conc_waiter w;
	bool chosen = false;

	selection.state = CONC_SELECTION_CLOSED;
	selection.user = CONC_USER_NONE;
	conc_waiter_init(&w, model_self, &selection, WAITS);
	conc_abi_mutex_lock(&lock, NULL);
	if (!ready) {
		conc_selection_open(&selection);
		condition_enlist(&changed, &w, true, NULL);
#if CLAUSE == 2
		leave(&lock, NULL);
		chosen = conc_selection_close(&selection);
		if (chosen) conc_thread_park(model_self);
		come_back(&lock, 0, NULL);
		if (!chosen) { /* after the other block */
			conc_selection_open(&selection);
			chosen = condition_enlist(&changed, &w, true, NULL) == CONC_ENLIST_DONE;
		}
#endif
		if (!chosen) wait_for_signal(&selection);
		condition_delist(&changed, &w);
		assert(ready);
	}
	conc_abi_mutex_unlock(&lock, NULL);
}
#define wait_until_ready statement_until_ready
#endif

static void make_ready(void)
{
	conc_abi_mutex_lock(&lock, NULL);
	ready = true;
#ifdef AFTER
	conc_abi_mutex_unlock(&lock, NULL);
	WAKE(&changed);
#else
	WAKE(&changed);
	conc_abi_mutex_unlock(&lock, NULL);
#endif
}

static void *run(void *self)
{
	if (self == model_threads) make_ready();
	else wait_until_ready();
	return NULL;
}

int main(void)
{
	model_run(1 + WAITERS, run);
	assert(load_relaxed(&changed.conc_queue) == 0);
	assert(load_relaxed(&lock.conc_state) == 0);
	return 0;
}
