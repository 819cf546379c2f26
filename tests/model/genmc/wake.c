/* SPDX-License-Identifier: MIT */
/* Who sleeps is woken: sleep and has_work of worker.c, the wakes of actor_wake.c, the notice of a send
 * (actor_send.c), with a thief that swaps queues meanwhile (steal.c). One message is sent to queue 0,
 * which worker 0 has at first, and handled by LAST, who has it in the end. If nobody woke LAST, it would
 * sleep for ever, and that is reported.
 *
 * The outbox is a flag; what is in it is moved under a lock. Nobody sleeps with a deadline. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: actor.h s/((uint32_t)CONC_ABI_QUEUES)/2/
// options: --disable-spin-assume
// take: actor_queue.c conc_queue_has_messages
// take: actor_wake.c conc_executor_is_at_rest conc_executor_waiters conc_executor_notify_quiet unlist conc_executor_unsleep
// take: actor_wake.c conc_worker_wake wake_thief conc_executor_notify
// take: actor_send.c may_be_left is_alone leave_or_publish conc_abi_actor_notify after_put
// take: steal.c swap
// take: worker.c has_work announce sleep
// case: inbox -DWORKERS=1 -DLAST=0 -DSEND="to_inbox()"
// case: outbox -DWORKERS=1 -DLAST=0 -DSEND="to_outbox()"
// case: stolen -DWORKERS=2 -DSEND="to_inbox()" -DTHIEF=1 -DLAST=1
// case: inbox_no_barrier -DWORKERS=1 -DLAST=0 -DSEND="to_inbox()" -DHEAVY=false
// case: outbox_no_barrier -DWORKERS=1 -DLAST=0 -DSEND="to_outbox()" -DHEAVY=false
// case: given -DWORKERS=2 -DSEND="to_inbox()" -DTHIEF=0 -DLAST=1
// case: given_no_barrier -DWORKERS=2 -DSEND="to_inbox()" -DTHIEF=0 -DLAST=1 -DHEAVY=false
// case: given_outbox -DWORKERS=2 -DSEND="to_outbox()" -DTHIEF=0 -DLAST=1
// mutant: actor_wake.c s/	conc_executor_light_barrier(); \/\* pairs with the heavy barriers of sleep and swap \*\///
// mutant: actor_wake.c s/	if (load_relaxed(&w->asleep)) conc_worker_wake(w);/	if (false) ;/
// mutant: actor_wake.c s/	if (asleep) unlist(w->executor, w);//
// mutant: actor_send.c s/	conc_executor_light_barrier(); \/\* pairs with the heavy barrier of sleep in worker.c \*\///
// mutant: worker.c s/	conc_executor_heavy_barrier();//
// mutant: worker.c s/ \&\& !has_work(w, !timed)//
// mutant: worker.c s/	add_seq_cst(&conc_abi_workers_asleep, 1u);//
// mutant: executor.h s/if (CONC_UNLIKELY(!conc_scheduler.heavy_barrier)) add_seq_cst(&conc_abi_workers_asleep, 0u);//
// mutant: executor.h s/else add_seq_cst(&conc_abi_workers_asleep, 0u)/else (void)0/
// mutant: steal.c s/	conc_executor_heavy_barrier();//
// mutant: steal.c s/if (conc_queue_has_messages(mine, true)) conc_executor_notify(mine);//
// mutant: steal.c s/	store_relaxed(&mine->owner, victim);//
#include "sleepers.h"

static struct conc_thread sender;

#include <taken.c>

/* ---- workers ---- */

static void *work(void *worker)
{
	struct conc_worker *w = worker;
	struct conc_thread *self = &threads[w->index];

#ifdef THIEF
	uint32_t other = 1 - w->index;
	struct conc_queue *theirs = w->index == THIEF ? load_acquire(&slots[other]) : NULL;

	if (theirs)
		swap(w, &slots[w->index], &queues[w->index], &workers[other], &slots[other], theirs);
#endif
	while (w->index == LAST && !look(w)) {
		sleep(w, self);
		if (has_work(w, true)) publish();
	}
	return NULL;
}

/* ---- senders ---- */

static void to_inbox(void)
{
	message = 1;
	conc_tiny_lock_acquire(&queues[0].lock);
	store_release(&queues[0].full, 1);
	conc_tiny_lock_release(&queues[0].lock);
	conc_executor_notify(&queues[0]);
}

static void to_outbox(void)
{
	message = 1;
	conc_tiny_lock_acquire(&box.lock);
	store_relaxed(&listed, 1);
	conc_tiny_lock_release(&box.lock);
	after_put(0);
}

static void *send(void *unused)
{
	SEND;
	return unused;
}

int main(void)
{
	pthread_t all[WORKERS + 1];
	int count = 0;

	(void)to_inbox, (void)to_outbox;
	executor.worker_count = WORKERS;
	executor.workers = workers;
	executor.slots = slots;
	executor.config.stealing = CONC_STEAL_NONE; /* nobody is woken to steal */
	processor.outbox = &box;
	processor.current = &sender;
	box.taken = 1;
	conc_queues[0] = &queues[0];
	for (uint32_t i = 0; i < WORKERS; i++) {
		workers[i].executor = &executor;
		workers[i].index = workers[i].first = i;
		workers[i].count = 1;
		queues[i].executor = &executor;
		queues[i].number = i;
		queues[i].owner = &workers[i];
		slots[i] = &queues[i];
	}
	for (int i = 0; i < WORKERS; i++) pthread_create(&all[count++], NULL, work, &workers[i]);
	pthread_create(&all[count++], NULL, send, NULL);
	for (int i = 0; i < count; i++) pthread_join(all[i], NULL);
	assert(!listed && !queues[0].full);
	return 0;
}
