/* SPDX-License-Identifier: MIT */
/* mutex.c with readers: no writer is among them, each sees what the writers before it wrote, a writer
 * comes after all readers before it, and nobody waits for ever. Waiting is cut as in mutex.c beside
 * this file.
 *
 * TRY: the last reader reads only if it need not wait. GIVES_UP: a writer has been woken and has not
 * tried yet; a reader and a writer's clause are in the FIFO; the clause gives up while another reader
 * comes and goes. PASSED_BY: a reader leaves a lock in whose FIFO is only a clause whose statement does
 * not wait now; another reader and a writer come. TOGETHER: a writer leaves a lock for which two readers
 * wait. INLINE: readers try the paths of conc/lock.h first. */
// scale: mutex.c s/LOSSES = 8/LOSSES = 1/
// scale: mutex.c s/if (spin(m, self, mode)) return 0;//
// options: --disable-spin-assume --disable-load-annotation
// case: one -DWRITERS=1 -DREADERS=1
// case: gives_up -DWRITERS=0 -DREADERS=2 -DGIVES_UP
// case: together -DWRITERS=1 -DREADERS=2 -DTOGETHER
// case: passed_by -DWRITERS=1 -DREADERS=2 -DPASSED_BY
// case: readers -DWRITERS=1 -DREADERS=2 -DTRY
// case: writers -DWRITERS=2 -DREADERS=1 -DTRY
// case: inline -DWRITERS=1 -DREADERS=2 -DTRY -DINLINE
// mutant: mutex.c s/if (cas_acquire(&m->conc_state/if (cas_relaxed(\&m->conc_state/
// mutant: mutex.c s/} else if (cas_release(&m->conc_state/} else if (cas_relaxed(\&m->conc_state/
// mutant: mutex.c s/state = load_acquire(&m->conc_state), next/state = load_relaxed(\&m->conc_state), next/
// mutant: mutex.c s/store_release(&m->conc_state, next/store_relaxed(\&m->conc_state, next/
// mutant: mutex.c s/	if (conc_lock_readers(state) > 1) return false;//
// mutant: mutex.c s/last ? state & CONC_LOCK_FLAGS & ~SHARED : state - READER/state \& CONC_LOCK_FLAGS \& ~SHARED/
// mutant: mutex.c s/(1 + claim_readers(head, claimed))/1; claim_readers(head, claimed)/
// mutant: mutex.c s/first->mode == CONC_LOCK_READ/false/
// mutant: mutex.c s/ \&\& !(state \& CONC_LOCK_WOKEN)//
#include "permit.h"

#include <mutex.c>

static struct conc_mutex lock;
static int value; /* plain: the lock protects it */

static void *write_value(void *self)
{
	model_self = self;
	conc_mutex_core_lock(&lock, self, CONC_LOCK_WRITE, CONC_NEVER, "", NULL);
	value++;
	conc_mutex_core_unlock(&lock);
	return NULL;
}

static bool read_lock(void *self)
{
#ifdef INLINE
	if (conc_abi_read_take(&lock, false)) return true;
#endif
#ifdef TRY
	if (self == &model_threads[WRITERS + READERS - 1])
		return conc_mutex_core_try(&lock, self, CONC_LOCK_READ);
#endif
	conc_mutex_core_lock(&lock, self, CONC_LOCK_READ, CONC_NEVER, "", NULL);
	return true;
}

static void *read_value(void *self)
{
	int seen;

	model_self = self;
	if (!read_lock(self)) return NULL;
	seen = value;
	assert(seen == value);
#ifdef INLINE
	if (conc_abi_read_leave(&lock)) return NULL;
#endif
	conc_mutex_core_unlock(&lock);
	return NULL;
}

#ifdef GIVES_UP
static struct conc_waiter waiting, clause;

static void *give_up(void *self)
{
	model_self = self;
	conc_mutex_core_delist(&lock, &clause);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	struct conc_waiter *head;
	uintptr_t state;

	conc_waiter_init(&clause, &model_threads[1], NULL, CONC_LOCK_WRITE);
	conc_waiter_init(&waiting, &model_threads[2], NULL, CONC_LOCK_READ);
	head = conc_waiters_append(conc_waiters_append(NULL, &clause), &waiting);
	lock.conc_queue = (uintptr_t)head;
	lock.conc_state = CONC_LOCK_WOKEN | CONC_LOCK_QUEUED;
	pthread_create(&threads[0], NULL, read_value, &model_threads[0]);
	pthread_create(&threads[1], NULL, give_up, &model_threads[1]);
	for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
	state = load_relaxed(&lock.conc_state);
	assert(conc_lock_owner(state) == NULL);
	assert((conc_lock_readers(state) == 0) == waiting.queued);
	return 0;
}
#elif defined TOGETHER
static struct conc_waiter waiting[2];

static void *leave(void *self)
{
	model_self = self;
	value++;
	conc_mutex_core_unlock(&lock);
	return NULL;
}

static void *read_claimed(void *self)
{
	int seen;

	model_self = self;
	conc_thread_park(self);
	seen = value;
	assert(seen == 1);
	assert(conc_lock_readers(load_relaxed(&lock.conc_state)) > 0);
	conc_mutex_core_unlock(&lock);
	return NULL;
}

int main(void)
{
	struct conc_waiter *head = NULL;
	pthread_t threads[3];

	for (int i = 0; i < 2; i++) {
		conc_waiter_init(&waiting[i], &model_threads[i + 1], NULL, CONC_LOCK_READ);
		head = conc_waiters_append(head, &waiting[i]);
	}
	lock.conc_queue = (uintptr_t)head;
	lock.conc_state = (uintptr_t)&model_threads[0] | CONC_LOCK_QUEUED;
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, i ? read_claimed : leave, &model_threads[i]);
	for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
	assert((lock.conc_state | lock.conc_queue) == 0);
	return 0;
}
#elif defined PASSED_BY
static struct conc_waiter clause;
static struct conc_selection selection; /* CLOSED */

static void *leave(void *self)
{
	model_self = self;
	assert(value >= 0);
	conc_mutex_core_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	conc_waiter_init(&clause, &model_threads[3], &selection, CONC_LOCK_WRITE);
	lock.conc_queue = (uintptr_t)conc_waiters_append(NULL, &clause);
	lock.conc_state = CONC_LOCK_SHARED | CONC_LOCK_READER | CONC_LOCK_QUEUED;
	pthread_create(&threads[0], NULL, leave, &model_threads[0]);
	pthread_create(&threads[1], NULL, read_value, &model_threads[1]);
	pthread_create(&threads[2], NULL, write_value, &model_threads[2]);
	for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
	assert((load_relaxed(&lock.conc_state) & ~CONC_LOCK_QUEUED) == 0);
	return 0;
}
#else
int main(void)
{
	pthread_t threads[WRITERS + READERS];

	for (int i = 0; i < WRITERS + READERS; i++)
		pthread_create(&threads[i], NULL, i < WRITERS ? write_value : read_value,
		               &model_threads[i]);
	for (int i = 0; i < WRITERS + READERS; i++) pthread_join(threads[i], NULL);
	assert(value == WRITERS);
	assert((lock.conc_state | lock.conc_queue) == 0);
	return 0;
}
#endif
