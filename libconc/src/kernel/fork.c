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
#include "recorder.h"
#include "port/stop.h"
#include "scheduler.h"
#include "statistics.h"
#include "trace_file.h"

static void change_all(void (*change)(struct conc_tiny_lock *lock))
{
	conc_timer_locks(change);
	change(&conc_scheduler.sleepers_lock);
	change(&conc_scheduler.limit_lock);
	change(&conc_scheduler.inject_lock);
	conc_stack_pool_locks(change);
	conc_thread_slabs_locks(change);
	conc_thread_names_locks(change);
	conc_order_graph_locks(change);
	conc_address_table_locks(change);
	conc_recorder_lock(change);
}

static void lock_all(void)
{
	change_all(conc_tiny_lock_acquire);
}

static void unlock_all(void)
{
	change_all(conc_tiny_lock_release);
}

static void in_child(void)
{
	struct conc_processor *p = conc_processor_current();

	conc_schedule_forked(); /* first: no other lane may take a step after this */
	unlock_all();
	conc_timer_reset();
	conc_watchdog_reset();
	conc_recorder_reset(p);
	conc_trace_reset();
	conc_statistics_reset();
	conc_poller_reset();
	conc_blocking_pool_reset();
	conc_thread_forget_others(p ? p->current : NULL);
	conc_scheduler_reset(p);
	if (conc_fork_hook) conc_fork_hook(p);
	if (conc_handlers_fork_hook) conc_handlers_fork_hook(p);
	if (p && !p->foreign) conc_processor_forked(p);
}

void conc_fork_init(void)
{
	int error = pthread_atfork(lock_all, unlock_all, in_child);

	/* else a child would find locks held by threads that it does not have */
	if (error) conc_stop(NULL, NULL, "cannot start: fork handlers: %s", strerror(error));
}
