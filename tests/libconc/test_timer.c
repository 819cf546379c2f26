/* SPDX-License-Identifier: MIT */
/* Timers: while a kernel thread is being started for what a timer has made ready, others use timers. */
#define _GNU_SOURCE
#include "in_thread.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>

#include "conc/duration.h"
#include "kernel/timer.h"

static int armed; /* atomic: the next pthread_create waits */
static sem_t creating, go_on, awake;

typedef int create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
	create *real = (create *)(uintptr_t)dlsym(RTLD_NEXT, "pthread_create");

	if (__atomic_exchange_n(&armed, 0, __ATOMIC_ACQ_REL)) {
		sem_post(&creating);
		sem_wait(&go_on);
	}
	return real(thread, attributes, run, argument);
}

static struct conc_thread *never(struct conc_timer *timer)
{
	(void)timer;
	abort();
}

/* A kernel thread that libconc does not know. */
static void *use_timers(void *unused)
{
	static struct conc_timer timer = {.fire = never};

	sem_wait(&creating);
	conc_timer_add(&timer, conc_now() + CONC_S(3600));
	CHECK(conc_timer_pending() && conc_timer_remove(&timer));
	sem_post(&go_on);
	return unused;
}

static int asleep;

static void sleep_a_little(void)
{
	asleep = 1;
	conc_sleep(CONC_MS(100));
	sem_post(&awake);
}
CONC_TASK_TYPE_VOID(task_sleep);
CONC_SPAWN0_VOID(spawn_sleep, task_sleep, sleep_a_little);

/* There is one kernel thread for user threads, which does not look at them: so when the timer of
 * the sleeping one is due, the watchdog fires it and starts another. */
TEST(a_timer_starts_a_kernel_thread)
{
	pthread_t other;
	task_sleep t;

	CHECK(pthread_create(&other, NULL, use_timers, NULL) == 0);
	t = spawn_sleep(CONC_HERE);
	while (!asleep) conc_yield();
	__atomic_store_n(&armed, 1, __ATOMIC_RELEASE);
	conc_processors(2);
	sem_wait(&awake);
	if (__atomic_exchange_n(&armed, 0, __ATOMIC_ACQ_REL)) { /* it was due before there was a second one */
		sem_post(&creating);
		sem_wait(&go_on);
	}
	pthread_join(other, NULL);
	task_sleep_end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_timer_starts_a_kernel_thread)};

	setenv("CONC_PROCESSORS", "1", 1);
	sem_init(&creating, 0, 0);
	sem_init(&go_on, 0, 0);
	sem_init(&awake, 0, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
