// SPDX-License-Identifier: MIT
// Threads that libconc did not start reserve, call, ask, wait for conditions, make and delete like any other.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 50 };

typedef struct { int n, calls; } cell;
struct work { separate cell *c, *d; int me; };

static void add(cell *c, int n)
{
	c->n += n;
	c->calls++;
}

static int get(const cell *c) { return c->n; }

static void *foreign(void *argument)
{
	struct work w = *(struct work *)argument;
	separate cell *own = new separate cell {};
	for (int i = 0; i < ROUNDS; i++) {
		separate (w.c) {
			add(w.c, 1);
			add(w.c, -1);
			if (get(w.c) != 0) puts("interrupted");
		}
		separate (own, w.d) add(own, get(w.d)), add(w.d, 0);
	}
	separate (w.d) require (w.d->n == w.me) add(w.d, 1);
	delete own;
	return NULL;
}

static void user(separate cell *c)
{
	for (int i = 0; i < ROUNDS; i++)
		separate (c) {
			add(c, 7);
			if (get(c) != 7) puts("interrupted");
			add(c, -7);
		}
}

int main(void)
{
	separate cell *c = new separate cell {}, *d = new separate cell {};
	pthread_t t[THREADS];
	struct work w[THREADS];
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < THREADS; i++) {
			w[i] = (struct work){ c, d, i };
			pthread_create(&t[i], NULL, foreign, &w[i]);
		}
		scope {
			spawn user(c);
			spawn user(c);
		}
		blocking {
			for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
		}
		separate (c, d) {
			printf("%d %d %d\n", get(c), c->calls, get(d));
			d->n = c->calls = 0;
		}
		conc_set_passive(c);
		conc_set_passive(d);
	}
	delete c;
	delete d;
}
