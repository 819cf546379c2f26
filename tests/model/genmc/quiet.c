/* SPDX-License-Identifier: MIT */
/* Quiet (executor_await of executor.c) against a worker that goes to sleep and wakes (worker.c) and
 * a thread that publishes: who waits goes on only when the message, which was in the outbox before, has
 * been handled, and sees what its behaviour did; and goes on at last. MOVED: whoever looks finds the
 * message while somebody moves it from the outbox to the inbox.
 *
 * The outbox is a flag; what is in it is moved under a lock. Nobody sleeps with a deadline. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: actor.h s/((uint32_t)CONC_ABI_QUEUES)/2/
// scale: worker.c s/announce(/fall_asleep(/
// options: --disable-spin-assume
// take: actor_queue.c conc_queue_has_messages
// take: actor_wake.c conc_executor_is_at_rest conc_executor_waiters conc_executor_notify_quiet unlist conc_executor_unsleep
// take: actor_wake.c conc_worker_wake wake_thief conc_executor_notify
// take: executor.c is_empty publish_and_wake announce is_still renounce executor_is_quiet stop_lingering executor_await end_workers
// take: worker.c has_work fall_asleep sleep
// case: in_inbox -DPLACE="queues[0].full=1"
// case: in_outbox -DPLACE="listed=1" -DASLEEP
// case: wakes -DPLACE="queues[0].full=1" -DASLEEP -DWAKES
// case: moved -DPLACE="listed=1" -DMOVED
// mutant: actor_queue.c s/	       load_acquire(&queue->full);/	       false;/
// mutant: executor.c s/	if (is_empty(ex)) return is_still(ex, wakes);/	if (is_empty(ex)) return true;/
// mutant: executor.c s/	if (is_empty(ex)) return is_still(ex, wakes);/	if (true) return is_still(ex, wakes);/
// mutant: actor_wake.c s/	                    : ex->sleeping == ex->worker_count \&\& ex->detached == 0;/	                    : true;/
// mutant: executor.c s/	publish_and_wake(ex);//
// mutant: worker.c s/	conc_executor_notify_quiet(waiters);//
#define WORKERS 1
#include "sleepers.h"

static struct conc_thread waiting;
static int handled; /* plain */

struct conc_quiet_waiter *conc_executor_waiters(struct conc_executor *ex);
void conc_executor_notify_quiet(struct conc_quiet_waiter *list);

void conc_outbox_publish_every(bool all)
{
	(void)all;
	publish();
}

void conc_outbox_publish_all(struct conc_processor *p)
{
	(void)p;
}

struct conc_thread *conc_thread_self(void)
{
	return &waiting;
}

const struct conc_scalable_operations *conc_scalable; /* `stop_lingering`: scalable_gather.c has it */

static uint64_t alive(struct conc_executor *ex)
{
	(void)ex;
	return 0;
}

/* Nobody has a deadline. */
int conc_thread_park_cancellable(struct conc_thread *self, uint64_t deadline)
{
	return conc_thread_park_until(self, deadline);
}

static void wait_for_threads(struct conc_executor *ex, const char *where)
{
	(void)ex, (void)where;
}

#include <taken.c>

/* ---- workers ---- */

static void *work(void *worker)
{
	struct conc_worker *w = worker;

#ifdef WAKES /* it has announced its sleep, and looks */
	if (!conc_executor_unsleep(w)) conc_thread_park(&threads[w->index]);
#elif defined ASLEEP
	conc_thread_park(&threads[w->index]);
#endif
	for (;;) {
		if (look(w)) handled = 1;
		if (load_acquire(&executor.stopping)) return NULL;
		sleep(w, &threads[w->index]);
		if (has_work(w, true)) publish();
	}
}

/* ---- who waits ---- */

static void *await(void *unused)
{
	executor_await(&executor, false, CONC_NEVER, NULL);
	assert(handled == 1);
	end_workers(&executor, NULL);
	assert(waiting.park == CONC_PARK_RUNNING);
	return unused;
}

/* ---- a message that is moved ---- */

static void *move(void *unused)
{
	conc_outbox_empty(&processor, 0, NULL);
	return unused;
}

static void *find(void *unused)
{
	assert(conc_queue_has_messages(&queues[0], true));
	return unused;
}

int main(void)
{
	pthread_t all[2];
	int count = 0;

	(void)work, (void)await, (void)move, (void)find;
	message = 1;
	PLACE;
	executor.worker_count = 1;
	executor.workers = workers;
	executor.queues = queues;
	executor.queue_count = 1;
	executor.slots = slots;
	executor.config.stealing = CONC_STEAL_NONE; /* nobody is woken to steal */
	processor.current = &waiting;
	conc_queues[0] = &queues[0];
	for (uint32_t i = 0; i < 1; i++) {
		workers[i].executor = &executor;
		workers[i].index = workers[i].first = i;
		workers[i].count = 1;
		queues[i].executor = &executor;
		queues[i].number = i;
		queues[i].owner = &workers[i];
		slots[i] = &queues[i];
	}
#ifdef ASLEEP
	fall_asleep(&workers[0], &threads[0], false);
#endif
#ifdef MOVED
	pthread_create(&all[count++], NULL, move, NULL);
	pthread_create(&all[count++], NULL, find, NULL);
#else
	pthread_create(&all[count++], NULL, work, &workers[0]);
	pthread_create(&all[count++], NULL, await, NULL);
#endif
	for (int i = 0; i < count; i++) pthread_join(all[i], NULL);
#ifdef MOVED
	assert(!listed && queues[0].full);
#else
	assert(!listed && !queues[0].full);
#endif
	return 0;
}
