/* SPDX-License-Identifier: MIT */
/* permit.c: a park returns only if there was an unpark or it was cancelled; what each unparker did
 * before is seen by who takes its permit, also if the permit was there already; no unpark is lost. */
// options: --disable-spin-assume
// case: one -DUNPARKERS=1
// case: two -DUNPARKERS=2
// case: deadline -DUNPARKERS=1 -DDEADLINE
// case: cancelled -DUNPARKERS=1 -DCANCELS
// mutant: permit.c s/	w = conc_guard_enter(&t->permit);/	w = (void *)(load_relaxed(\&t->permit)); if (w == PERMIT) return; w = conc_guard_enter(\&t->permit);/
// mutant: permit.c s/	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);//
// mutant: permit.c s/\*left = PERMIT;/*left = NULL;/
// mutant: permit.c s/	conc_guard_leave(&self->permit, conc_waiters_append(NULL, &w));/	conc_guard_leave(\&self->permit, NULL);/
// mutant: permit.c s/if (w) left = conc_waiters_remove(w, w);/if (w) conc_waiters_remove(w, w);/
#include "permit.h"

#include <permit.c>

static uint32_t flags[MODEL_THREADS]; /* atomic, relaxed: what the parker waits for */
static int written[MODEL_THREADS];    /* plain: seen through the permit */
static unsigned parks;                /* that have taken a permit; the parker */

static int look(void)
{
#ifdef DEADLINE
	return conc_abi_park_for(1, NULL);
#else
	return conc_abi_park(NULL);
#endif
}

/* Waits for one unparker after the other, each time as if it were alone. */
static void wait_for(int i)
{
	while (!load_relaxed(&flags[i])) {
		int why = look();

		if (why == -ETIMEDOUT || why == -ECANCELED) return; /* time does not pass */
		parks++;
		MODEL_WAITED();
#if UNPARKERS == 1
		assert(written[i] == 1);
#endif
	}
}

static void *run(void *self)
{
	int number = (int)((struct conc_thread *)self - model_threads);

	if (number > 0) {
		written[number] = 1;
		store_relaxed(&flags[number], 1);
		conc_abi_unpark(&model_threads[0], NULL);
		return NULL;
	}
	for (int i = 1; i <= UNPARKERS; i++) wait_for(i);
	return NULL;
}

int main(void)
{
	model_run(1 + UNPARKERS, run);
	assert(model_threads[0].park == CONC_PARK_RUNNING);
	/* a permit that was not needed stays, and no waiter; none was taken twice */
	assert(model_threads[0].permit == 0 || model_threads[0].permit == 4);
	assert(parks + model_threads[0].permit / 4 <= UNPARKERS);
	return 0;
}
