// SPDX-License-Identifier: MIT
// flags: -Wno-missing-field-initializers
// Threads meet in rounds; the hook is run by the last to come, before the others go on.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 5, ROUNDS = 50 };

static int arrived, hooked, wrong;

static void check(conc_barrier *b)
{
	(void)b;
	hooked++;
	if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) != hooked * THREADS) wrong++;
}

static conc_barrier all = { THREADS, check };

thread worker { int last; };

void main(worker *self)
{
	for (int i = 0; i < ROUNDS; i++) {
		__atomic_add_fetch(&arrived, 1, __ATOMIC_RELAXED);
		self->last += conc_barrier_wait(&all);
	}
}

int main(void)
{
	worker w[THREADS] = {0};
	int last = 0;
	for (int i = 0; i < THREADS; i++) {
		join(w[i]);
		last += w[i].last;
	}
	printf("%d rounds, %d last, %d wrong\n", hooked, last, wrong);
}
