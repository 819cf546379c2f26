/* SPDX-License-Identifier: MIT */
/* thread.c's end word: each waiter that is registered is told once, or takes itself out; who
 * sees the end sees the result; a detached record is freed once; and the end does not touch the
 * record afterwards: a joiner may free it, and here its memory goes. */
// options: --disable-spin-assume
// take: thread.c lock_waiters thread_notify_waiters end_contended conc_thread_publish_end conc_thread_detach conc_thread_has_ended
// take: thread.c conc_thread_end_register conc_thread_end_unregister
// case: join -DSECOND="join()"
// case: two_join -DSECOND="join()" -DTHIRD="join()"
// case: unregister -DSECOND="unregister()" -DTHIRD="join()"
// case: two_unregister -DSECOND="unregister()" -DTHIRD="unregister()"
// case: freed -DSECOND="join_and_free()" -DFREED
// case: poll -DSECOND="poll()"
// case: detach -DSECOND="detach()"
// mutant: thread.c s,load_acquire(&t->end) & ~(uintptr_t)1;,load_acquire(\&t->end);,
// mutant: thread.c s/cas_acq_rel(&t->end, &seen, CONC_ENDED)/cas_relaxed(\&t->end, \&seen, CONC_ENDED)/
// mutant: thread.c s/store_release(&t->end, (uintptr_t)waiter)/store_relaxed(\&t->end, (uintptr_t)waiter)/
// mutant: thread.c s/cas_acquire(&t->end, &seen, seen | 1)/cas_acquire(\&t->end, \&seen, seen)/
// mutant: thread.c s/return load_acquire(&t->end) == CONC_ENDED/return load_relaxed(\&t->end) == CONC_ENDED/
// mutant: thread.c s/cas_acq_rel(&t->end, &seen, CONC_DETACHED)/cas_relaxed(\&t->end, \&seen, CONC_DETACHED)/
// mutant: thread.c s/thread_notify_waiters((struct conc_end_waiter \*)seen);/{ & (void)load_relaxed(\&t->end); }/
// mutant: thread.c s/if (found) \*link = waiter->next/(void)found/
// mutant: thread.c s/next = waiter->next;/next = NULL;/
// mutant: thread.c s/if (seen == CONC_DETACHED) {/if (false) {/
#include "permit.h"

static int freed; /* plain: once, by one */

static void free_record(struct conc_processor *p, struct conc_thread *t);

#include <taken.c>

static struct conc_thread *ending;
static int result; /* plain: published by the end */

static void free_record(struct conc_processor *p, struct conc_thread *t)
{
	(void)p;
	assert(t == ending);
	assert(freed++ == 0);
	result = 2;
}

struct joiner {
	struct conc_end_waiter waiter;
	struct conc_thread *thread;
};

static void joiner_ended(struct conc_end_waiter *waiter)
{
	conc_thread_unpark(((struct joiner *)(void *)waiter)->thread);
}

static void join(void)
{
	struct joiner joiner = {{NULL, joiner_ended}, model_self};

	if (conc_thread_end_register(ending, &joiner.waiter)) conc_thread_park(model_self);
	assert(result == 1);
}

static void join_and_free(void)
{
	join();
	free(ending);
}

static void unregister(void)
{
	struct joiner joiner = {{NULL, joiner_ended}, model_self};

	if (!conc_thread_end_register(ending, &joiner.waiter)) return;
	if (!conc_thread_end_unregister(ending, &joiner.waiter)) conc_thread_park(model_self);
}

static void poll(void)
{
	if (conc_thread_has_ended(ending)) assert(result == 1);
}

static void detach(void)
{
	conc_thread_detach(NULL, ending);
}

static void *run(void *self)
{
	if (self == &model_threads[0]) {
		result = 1;
		conc_thread_publish_end(NULL, ending);
	} else if (self == &model_threads[1]) {
		SECOND;
	} else {
#ifdef THIRD
		THIRD;
#endif
	}
	return NULL;
}

int main(void)
{
	ending = malloc(sizeof *ending);
	ending->end = 0;
	ending->fork_root = false;
#ifdef THIRD
	model_run(3, run);
#else
	model_run(2, run);
#endif
#ifndef FREED
	assert(ending->end == CONC_ENDED || freed == 1);
#endif
	(void)join, (void)join_and_free, (void)unregister, (void)poll, (void)detach;
	return 0;
}
