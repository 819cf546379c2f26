/* SPDX-License-Identifier: MIT */
/* fork: the child has only the calling user thread, and a fresh runtime.
 *
 * While the process is copied, the forking thread holds the locks of the pools and of the tables
 * that locks share, so that the child finds these intact. What other threads had is lost in the
 * child: their descriptors are forgotten and their stacks stay allocated.
 */
#include <pthread.h>
#include <string.h>

#include "mutex_core.h"
#include "poller.h"
#include "blocking_pool.h"
#include "port/stop.h"
#include "scheduler.h"
#include "watchdog.h"

static void prepare(void)
{
	conc_timer_lock();
	conc_scheduler_lock_all();
	conc_stack_pool_lock();
	conc_thread_slabs_lock();
	conc_order_graph_lock();
	conc_address_table_lock();
}

static void unlock_all(void)
{
	conc_address_table_unlock();
	conc_order_graph_unlock();
	conc_thread_slabs_unlock();
	conc_stack_pool_unlock();
	conc_scheduler_unlock_all();
	conc_timer_unlock();
}

static void in_child(void)
{
	struct conc_processor *p = conc_processor_current();

	conc_schedule_forked(); /* first: no other lane may take a step after this */
	unlock_all();
	conc_timer_reset();
	conc_watchdog_reset();
	conc_poller_reset();
	conc_blocking_pool_reset();
	conc_thread_forget_others(p ? p->current : NULL);
	conc_scheduler_reset(p);
	if (conc_fork_hook) conc_fork_hook(p);
	if (conc_handlers_fork_hook) conc_handlers_fork_hook(p);
}

void conc_fork_init(void)
{
	int error = pthread_atfork(prepare, unlock_all, in_child);

	/* else a child would find locks held by threads that it does not have */
	if (error) conc_stop(NULL, NULL, "cannot start: fork handlers: %s", strerror(error));
}
