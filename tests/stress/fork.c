/* SPDX-License-Identifier: MIT */
/* fork from main, from a thread while others run, and from a foreign kernel thread: the
 * child has the caller alone, and can start threads again. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conc/abi.h"

#define CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s: failed: %s\n", CONC_HERE, #x); \
			abort(); \
		} \
	} while (0)

CONC_TASK_TYPE(long, task_long);

static long fib(long n);
CONC_SPAWN1(spawn_fib, long, task_long, fib, long);
static long fib(long n)
{
	if (n < 2)
		return n;
	task_long a = spawn_fib(CONC_HERE, n - 1);
	long b = fib(n - 2);
	if (n % 5 == 0)
		conc_yield();
	b += task_long_join(&a, CONC_HERE);
	task_long_end(&a);
	return b;
}

/* Locks that libconc finds by address: the child takes others than the background threads. */
static pthread_mutex_t by_address[3][128];
static void take_all(int whose)
{
	for (int i = 0; i < 128; i++) {
		conc_abi_pthread_mutex_lock(&by_address[whose][i], CONC_HERE);
		conc_abi_pthread_mutex_unlock(&by_address[whose][i], CONC_HERE);
	}
}

static int others; /* atomic: turns of the background threads */
static int stop;
static long background(long n)
{
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		__atomic_fetch_add(&others, 1, __ATOMIC_RELAXED);
		fib(8);
		for (int i = 0; i < 20; i++)
			take_all(n % 2);
		conc_sleep(CONC_US(50));
	}
	return n;
}
CONC_SPAWN1(spawn_background, long, task_long, background, long);

static void child(void)
{
	int seen;

	alarm(20);
	seen = __atomic_load_n(&others, __ATOMIC_RELAXED);
	CHECK(fib(15) == 610);
	take_all(2);
	conc_sleep(CONC_MS(2));
	CHECK(fib(15) == 610);
	CHECK(seen == __atomic_load_n(&others, __ATOMIC_RELAXED));
	_exit(7);
}

static void fork_and_wait(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0)
		child();
	CHECK(pid > 0);
	CONC_BLOCKING(1);
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

static long forker(long n)
{
	for (int i = 0; i < n; i++)
		fork_and_wait();
	return 0;
}
CONC_SPAWN1(spawn_forker, long, task_long, forker, long);

static void *foreign(void *unused)
{
	fork_and_wait();
	CHECK(fib(10) == 55);
	fork_and_wait();
	return unused;
}

/* The child of a thread that was forked in the middle of others' work ends with it. */
static long forks_and_returns(long n)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		fib(10);
		return n; /* nobody joins it here */
	}
	CONC_BLOCKING(1);
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return n + 1;
}
CONC_SPAWN1(spawn_forks, long, task_long, forks_and_returns, long);

static void returning_children(void)
{
	for (int i = 0; i < 4; i++) {
		task_long t = spawn_forks(CONC_HERE, 5);
		if (i % 2)
			conc_yield();
		CHECK(task_long_join(&t, CONC_HERE) == 6);
		task_long_end(&t);
	}
}

int main(void)
{
	task_long tasks[4], forkers[3];
	pthread_t thread;

#if defined(__SANITIZE_THREAD__)
	puts("ok # SKIP ThreadSanitizer forbids threads in the child");
	return 0;
#endif
	for (int i = 0; i < 3 * 128; i++)
		pthread_mutex_init(&by_address[i / 128][i % 128], NULL);
	fork_and_wait();
#if defined(__SANITIZE_ADDRESS__)
	puts("ok fork alone\nok # SKIP AddressSanitizer's allocator is not made for fork beside threads");
	return 0;
#endif
	returning_children();
	for (int i = 0; i < 4; i++)
		tasks[i] = spawn_background(CONC_HERE, i);
	for (int i = 0; i < 3; i++)
		forkers[i] = spawn_forker(CONC_HERE, 10);
	fork_and_wait();
	for (int i = 0; i < 3; i++)
		task_long_end(&forkers[i]);
	pthread_create(&thread, NULL, foreign, NULL);
	{
		CONC_BLOCKING(1);
		pthread_join(thread, NULL);
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < 4; i++)
		task_long_end(&tasks[i]);
	puts("ok fork");
	return 0;
}
