/* SPDX-License-Identifier: MIT */
/* blocking_pool: the idea is in blocking_pool.h. */
#include "blocking_pool.h"

#include "conc/abi_blocking.h"
#include "port/os.h"
#include "scheduler.h"

#define THREADS 64
#define THREADS_MAX 4096

static struct {
	struct conc_tiny_lock lock;
	struct conc_blocking_job *first, *last; /* under the lock */
	unsigned threads, idle, most;           /* under the lock */
	uint32_t word;                          /* atomic; futex: counts jobs */
} pool;

static void *blocking_pool_worker(void *unused)
{
	bool idle = false;

	for (;;) {
		/* acquire: pairs with conc_blocking_pool_start; a job after this look changes the
		 * word */
		uint32_t word = load_acquire(&pool.word);
		struct conc_blocking_job *job;
		conc_tiny_lock_acquire(&pool.lock);
		if (idle) pool.idle--;
		job = pool.first;
		if (job && !(pool.first = job->next)) pool.last = NULL;
		idle = !job;
		if (idle) pool.idle++;
		conc_tiny_lock_release(&pool.lock);
		if (idle) {
			conc_os_futex_wait(&pool.word, word, CONC_NEVER);
			continue;
		}
		job->run(job);
		conc_scheduler_count_external(-1);
	}
	return unused;
}

/* Starts a thread if need be. False if the pool has none and cannot start one. */
static bool find_thread(void)
{
	bool some = true;
	int error;
	bool needed;

	conc_tiny_lock_acquire(&pool.lock);
	if (!pool.most)
		pool.most =
		        (unsigned)conc_os_environment_within("CONC_POOL", THREADS, 1, THREADS_MAX);
	needed = pool.idle == 0 && pool.threads < pool.most;
	if (needed) pool.threads++;
	conc_tiny_lock_release(&pool.lock);
	if (!needed) return true;
	add_seq_cst(&conc_scheduler.kernel_threads, 1);
	error = conc_os_thread_start(blocking_pool_worker, NULL, 0);
	if (error) sub_seq_cst(&conc_scheduler.kernel_threads, 1);
	if (!error) return true;
	conc_tiny_lock_acquire(&pool.lock);
	some = --pool.threads > 0;
	conc_tiny_lock_release(&pool.lock);
	return some;
}

bool conc_blocking_pool_start(struct conc_blocking_job *job)
{
	if (!find_thread()) return false;
	conc_scheduler_count_external(+1);
	job->next = NULL;
	conc_tiny_lock_acquire(&pool.lock);
	if (pool.last) pool.last->next = job;
	else pool.first = job;
	pool.last = job;
	conc_tiny_lock_release(&pool.lock);
	/* release: pairs with the load in blocking_pool_worker */
	add_acq_rel(&pool.word, 1);
	conc_os_futex_wake(&pool.word, 1);
	return true;
}

struct call {
	struct conc_blocking_job job;
	void (*function)(void *argument);
	void *argument;
	struct conc_thread *caller;
};

static void run_call(struct conc_blocking_job *job)
{
	struct call *call = (struct call *)(void *)job;

	call->function(call->argument);
	conc_thread_unpark(call->caller); /* call is gone */
}

void conc_blocking_pool_call(void (*function)(void *argument), void *argument,
                             const char *operation, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct call call = {{NULL, run_call}, function, argument, self};
	struct conc_abi_blocking section;

	if (conc_schedule_seeded() || self->kind == CONC_THREAD_FOREIGN) {
		function(argument);
		return;
	}
	if (conc_blocking_pool_start(&call.job)) {
		conc_thread_waits(self, operation, argument, where, NULL);
		conc_thread_park(self);
		return;
	}
	section = conc_abi_blocking_begin(where);
	function(argument);
	conc_abi_blocking_end(&section);
}

void conc_blocking_pool_reset(void)
{
	pool.lock.word = 0;
	pool.first = pool.last = NULL;
	pool.threads = pool.idle = 0;
}
