// SPDX-License-Identifier: MIT
// The first caller runs the function, all others return after it; threads of every kind, a once in each of several objects.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 8, OBJECTS = 40 };

typedef struct { conc_once made; int calls, value; } object;

static object objects[OBJECTS];
static int wrong;

static void make(void *argument)
{
	object *o = argument;
	o->calls++;
	if ((o - objects) % 4 == 0) conc_yield();
	if ((o - objects) % 16 == 0) conc_sleep(100us);
	o->value = 7;
}

static void use_all(int first)
{
	for (int i = 0; i < OBJECTS; i++) {
		object *o = &objects[(i + first) % OBJECTS];
		conc_once_call(&o->made, make, o);
		if (o->value != 7) __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
	}
}

static void *foreign(void *unused)
{
	(void)unused;
	use_all(OBJECTS / 2);
	return NULL;
}

static void nested(void *argument) { (conc_once_call)(argument, make, &objects[0]); }

int main(void)
{
	pthread_t kernel;
	conc_once outer = {0}, plain;
	int calls = 0;

	pthread_create(&kernel, NULL, foreign, NULL);
	{
		task(void) t[THREADS];
		for (int i = 0; i < THREADS; i++) t[i] = spawn use_all(i);
	}
	blocking { pthread_join(kernel, NULL); }
	for (int i = 0; i < OBJECTS; i++) calls += objects[i].calls;
	conc_once_call(&outer, nested, &plain);	// an automatic one is all zero, as a lock is
	conc_once_call(&plain, make, &objects[1]);
	printf("%d calls, %d wrong, %d, %d\n", calls, wrong, objects[0].calls, objects[1].calls);
}
