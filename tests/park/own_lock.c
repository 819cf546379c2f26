// SPDX-License-Identifier: MIT
// A queue lock of the program's own, built on park and unpark: user threads, pinned ones, kernel threads.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

struct node { struct conc_thread *thread; struct node *next; int has_it; };
typedef struct { struct node *last; } queue_lock;

static void take(queue_lock *l, struct node *me)
{
	struct node *before;
	*me = (struct node){ conc_self(), NULL, 0 };
	before = __atomic_exchange_n(&l->last, me, __ATOMIC_ACQ_REL);
	if (!before) return;
	__atomic_store_n(&before->next, me, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&me->has_it, __ATOMIC_ACQUIRE)) conc_park();
}

static void leave(queue_lock *l, struct node *me)
{
	struct node *expected = me, *next;
	struct conc_thread *thread;
	if (__atomic_compare_exchange_n(&l->last, &expected, NULL, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
	while (!(next = __atomic_load_n(&me->next, __ATOMIC_ACQUIRE))) conc_yield();
	thread = next->thread;
	__atomic_store_n(&next->has_it, 1, __ATOMIC_RELEASE);
	conc_unpark(thread);	// it may have gone on, and even have ended
}

enum { THREADS = 6, TIMES = 300 };

static queue_lock lock;
static conc_mutex other;
static int count, inside;

static void work(int pinned)
{
	struct node me;
	if (pinned) conc_pin();
	for (int i = 0; i < TIMES; i++) {
		take(&lock, &me);
		if (inside++) printf("two inside\n");
		count++;
		if (i % 10 == 0) conc_yield();
		inside--;
		leave(&lock, &me);
		mutex (other) if (i % 20 == 0) conc_yield();	// libconc's own waits go on beside it
	}
	if (pinned) conc_unpin();
}

static void *foreign(void *unused)
{
	(void)unused;
	work(0);
	return NULL;
}

int main(void)
{
	pthread_t kernel;
	pthread_create(&kernel, NULL, foreign, NULL);
	{
		task(void) t[THREADS];
		for (int i = 0; i < THREADS; i++) t[i] = spawn work(i == 0);
	}
	blocking { pthread_join(kernel, NULL); }
	printf("%d\n", count - (THREADS + 1) * TIMES);
}
