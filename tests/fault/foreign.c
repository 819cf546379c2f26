/* SPDX-License-Identifier: MIT */
/* Kernel threads that libconc did not start, and forked children. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "inject.h"
#include "scenario.h"

int really(pthread_key_create)(pthread_key_t *k, void (*f)(void *));
int really(pthread_setspecific)(pthread_key_t k, const void *v);
int really(pthread_create)(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x);

static struct conc_local key;
static conc_mutex mutex;
static long guarded;

static long adds(long n)
{
	long *own = conc_local_get(&key, sizeof *own);

	*own += n;
	for (int i = 0; i < 20; i++) {
		CONC_HOLD(1, conc_mutex, &mutex);
		guarded += n;
		conc_yield();
	}
	return *own;
}
CONC_SPAWN1(spawn_adds, long, task_long, adds, long);

static void spawns(void)
{
	task_long t[3];

	for (long i = 0; i < 3; i++)
		t[i] = spawn_adds(CONC_HERE, i);
	for (long i = 0; i < 3; i++)
		CHECK(task_long_join_value(t[i], CONC_HERE) == i);
}

/* ---- Foreign kernel threads ---- */

static conc_semaphore done;
static pthread_key_t own_key; /* the program's; libconc must not take it for its own */

static void own_end(void *value)
{
	CHECK(value == &own_key);
}

static void *outsider(void *unused)
{
	really(pthread_setspecific)(own_key, &own_key);
	conc_sleep(CONC_US(100));
	spawns();
	CHECK(adds(1) == 1);
	CHECK(pthread_getspecific(own_key) == &own_key);
	conc_semaphore_post(&done);
	return unused;
}

static pthread_t start_outsider(void)
{
	pthread_t thread;

	for (int i = 0; really(pthread_create)(&thread, NULL, outsider, NULL) != 0; i++) {
		if (i == 20) { /* the program itself has come to its limits */
			puts("right");
			exit(0);
		}
		usleep(1000);
	}
	return thread;
}

static void end_outsider(pthread_t thread)
{
	CONC_BLOCKING(1);
	pthread_join(thread, NULL);
}

void scenario_foreign(void)
{
	pthread_t threads[3];

	CHECK(really(pthread_key_create)(&own_key, own_end) == 0);
	for (int i = 0; i < 3; i++)
		threads[i] = start_outsider();
	spawns();
	for (int i = 0; i < 3; i++)
		conc_semaphore_wait(&done);
	for (int i = 0; i < 3; i++)
		end_outsider(threads[i]);
	threads[0] = start_outsider(); /* the others' descriptors are free again */
	conc_semaphore_wait(&done);
	end_outsider(threads[0]);
	CHECK(guarded == 5 * 60 + 4 * 20);
}

/* ---- fork ---- */

static long forks(long n)
{
	int status = 0;
	pid_t child = fork();

	CHECK(child >= 0);
	if (child == 0) {
		spawns();
		conc_sleep(CONC_US(50));
		_exit(7);
	}
	{
		CONC_BLOCKING(1);
		CHECK(waitpid(child, &status, 0) == child);
	}
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
		abort(); /* it has said why */
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
	return n;
}
CONC_SPAWN1(spawn_forks, long, task_long, forks, long);

void scenario_forked(void)
{
	task_long t;

	spawns();
	forks(0);
	t = spawn_forks(CONC_HERE, 3);
	CHECK(task_long_join_value(t, CONC_HERE) == 3);
}
