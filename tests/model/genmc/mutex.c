/* SPDX-License-Identifier: MIT */
/* mutex.c: one holder at a time, who sees what those before it wrote; nobody waits for ever;
 * and the last to unlock may free the lock.
 *
 * LIMIT: the last thread waits with a limit that has passed as soon as it waits: it has the lock or gives up,
 * and nobody else waits for ever because of that. The first thread then holds the lock at the start.
 *
 * Being overtaken is cut to one time, spinning to one look (SPIN), or none with the looks for
 * misuse, whose results mean nothing here but multiply the executions. */
// scale: mutex.c s/PAUSE = 32/PAUSE = 128/
// scale: mutex.c s/LOSSES = 8/LOSSES = OVERTAKEN/
// scale: mutex.c s/if (spin(m, self, mode))/if (SPIN \&\& spin(m, self, mode))/
// scale: mutex.c s/if (conc_mutex_core_holder(m) == self)/if (SPIN \&\& conc_mutex_core_holder(m) == self)/
// options: --disable-spin-assume
// case: two -DTHREADS=2 -DFIRST=1 -DTIMES=1 -DOVERTAKEN=1 -DSPIN=1
// case: freed -DTHREADS=2 -DFIRST=1 -DTIMES=1 -DOVERTAKEN=1 -DSPIN=1 -DFREED
// case: overtaken -DTHREADS=2 -DFIRST=2 -DTIMES=1 -DOVERTAKEN=1 -DSPIN=0
// case: try -DTHREADS=3 -DFIRST=1 -DTIMES=1 -DOVERTAKEN=1 -DSPIN=0 -DTRY
// case: limit -DTHREADS=2 -DFIRST=2 -DTIMES=1 -DOVERTAKEN=1 -DSPIN=0 -DLIMIT
// case: three -DTHREADS=3 -DFIRST=1 -DTIMES=1 -DOVERTAKEN=1 -DSPIN=0
// mutant: mutex.c s/if (cas_acquire(&m->conc_state/if (cas_relaxed(\&m->conc_state/
// mutant: mutex.c s/cas_release(&m->conc_state/cas_relaxed(\&m->conc_state/
// mutant: mutex.c s/store_release(&m->conc_state, next/store_relaxed(\&m->conc_state, next/
// mutant: mutex.c s/(state & ~clear) | set/state \& ~clear/
// mutant: mutex.c s/(\*head ? CONC_LOCK_QUEUED : 0)/0/
// mutant: mutex.c s/uintptr_t clear = losses ? CONC_LOCK_WOKEN : 0/uintptr_t clear = 0/
// mutant: mutex.c s/	conc_waiters_complete_all(claimed, result);//
// mutant: mutex.c s/: conc_waiter_wait(&w);/: (conc_waiter_wait(\&w), CONC_WAIT_DONE);/
// mutant: mutex.c s/	if (head == w && (state/	if (0 \&\& (state/
// mutant: mutex.c s/		if (result < 0) return result;/		if (result) return result;/
#include "permit.h"

#include <mutex.c>

#ifdef TRY
#define TRIES (&model_threads[2]) /* locks it only if it is free */
#else
#define TRIES NULL
#endif

#ifdef LIMIT
#define LIMITED (&model_threads[THREADS - 1])
#else
#define LIMITED NULL
#endif

static struct conc_mutex *lock;
static int inside; /* plain: the lock protects it */
static int users;  /* plain, likewise: who will still lock it */

static void *run(void *self)
{
	int times = self == model_threads ? FIRST : TIMES;

	for (int i = 0; i < times; i++) {
		bool last;

		if (self == LIMITED) {
			if (conc_mutex_core_lock(lock, self, CONC_LOCK_WRITE, 1, "", NULL)) continue;
		} else if (LIMITED && self == model_threads && i == 0) {
		} else if (self != TRIES) conc_abi_mutex_lock(lock, NULL);
		else if (!conc_abi_mutex_try_lock(lock, NULL)) continue;
		assert(inside++ == 0);
		inside--;
		last = --users == 0 && TRIES == NULL && LIMITED == NULL;
		conc_abi_mutex_unlock(lock, NULL);
		if (!last) continue;
#ifdef FREED
		free(lock);
#else
		assert(load_relaxed(&lock->conc_state) == 0);
#endif
	}
	return NULL;
}

int main(void)
{
	lock = malloc(sizeof *lock);
	lock->conc_state = lock->conc_queue = 0;
	if (LIMITED) lock->conc_state = (uintptr_t)&model_threads[0];
	users = FIRST + (THREADS - 1) * TIMES;
	model_run(THREADS, run);
	if (LIMITED) assert(load_relaxed(&lock->conc_state) == 0);
	return 0;
}
