/* SPDX-License-Identifier: MIT */
/* Park and unpark as their contract says (park.h), for units that are built on them: a permit
 * per thread, one unpark per park. park.c itself is checked by park.c beside this file.
 *
 * A thread of the model is a thread of GenMC; model_self is its descriptor. Guards are taken
 * without the slow path of waiting.c, which guard.c checks: a loop that only waits. */
#ifndef MODEL_PERMIT_H
#define MODEL_PERMIT_H

#define MODEL_LOOKS
#include "model.h"

#include <errno.h>
#ifndef ECANCELED /* not in GenMC's headers */
#define ECANCELED 125
#endif

#include <conc/duration.h>
#include <conc/lock.h>
#include <guard.h>
#include <os.h>
#include <stop.h>
#include <thread.h>

/* Field by field: GenMC cannot copy whole structs. */
#define conc_waiter_init unit_waiter_init
#include <waiting.h>
#undef conc_waiter_init

static inline void conc_waiter_init(struct conc_waiter *w, struct conc_thread *self,
                                    struct conc_selection *selection, int32_t mode)
{
	w->thread = self;
	w->selection = selection;
	w->mode = mode;
	w->queued = false;
	w->nonblocking = false;
	w->slot = NULL;
	w->since = 0;
	w->result = CONC_WAIT_DONE;
}

#define MODEL_THREADS 4

static struct conc_thread model_threads[MODEL_THREADS];
#include "permit_thread.h"

struct conc_thread *conc_self(void)
{
	return model_self;
}

/* The deadline has passed already, or the permit is there. */
int conc_thread_park_until(struct conc_thread *self, uint64_t deadline)
{
	(void)deadline;
	return exchange_acquire(&self->park, CONC_PARK_RUNNING) == CONC_PARK_NOTIFIED ? 0 : -ETIMEDOUT;
}

/* With CANCELS the thread is cancelled already, or the permit is there. */
int conc_thread_park_cancellable(struct conc_thread *self, uint64_t deadline)
{
#ifdef CANCELS
	return conc_thread_park_until(self, deadline);
#else
	if (deadline != CONC_NEVER) return conc_thread_park_until(self, deadline);
	conc_thread_park(self);
	return 0;
#endif
}

uintptr_t conc_guard_enter_slow(uintptr_t *guard)
{
	uintptr_t seen;

	do {
		seen = load_relaxed(guard);
		if (seen & CONC_GUARD_BITS) conc_relax(1);
	} while (!cas_acquire(guard, &seen, seen | CONC_GUARD_HELD));
	return seen;
}

#define conc_guard_enter_slow unit_guard_enter_slow
#include <waiting.c>
#undef conc_guard_enter_slow

int conc_os_futex_wait(uint32_t *word, uint32_t expected, uint64_t deadline)
{
	(void)word, (void)expected, (void)deadline;
	assert(!"no unit above park sleeps by itself");
	return 0;
}

void conc_os_futex_wake(uint32_t *word, int count)
{
	(void)word, (void)count;
}

void conc_backoff(unsigned *turns)
{
	(void)turns;
	conc_relax(1);
}

/* Runs body in count threads, each with a descriptor of its own, and waits for them. */
static void *(*model_body)(void *);

static void *model_main(void *thread)
{
	model_self = thread;
	return model_body(thread);
}

static void model_run(int count, void *(*body)(void *))
{
	pthread_t threads[MODEL_THREADS];

	model_body = body;
	for (int i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, model_main, &model_threads[i]);
	for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

/* The number of the calling thread. */
static inline int model_number(void)
{
	return (int)(model_self - model_threads);
}

#endif
