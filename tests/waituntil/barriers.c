// SPDX-License-Identifier: MIT
// A clause for a barrier is an arrival. One that is not chosen is taken back, and the others wait for one more.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 40 };

static conc_barrier pair = { 2 }, all = { THREADS };
static int hooks;

static void count(conc_barrier *b)
{
	(void)b;
	hooks++;
}

static bool comes(channel(int) *stop)
{
	int why;
	waituntil (why << stop) return why;
	or waituntil (pair) return true;
}

static bool told(channel(int) *stop)
{
	int why;
	why << stop;
	return why;
}

static bool waits(conc_barrier *b)
{
	conc_barrier_wait(b);
	return true;
}

static void rounds(int n)
{
	for (int i = 0; i < ROUNDS; i++) {
		if ((n + i) % 3 == 0) conc_barrier_wait(&all);
		else waituntil (conc_barrier_wait(&all)) { }
		or waituntil (timeout(1h)) puts("late");
	}
}

int main(void)
{
	channel(int) stop = {};
	waituntil (pair) puts("alone?");
	or else puts("nobody");
	task(bool) t = spawn comes(&stop);
	stop << 0;			// it has come, and goes away
	task(bool) u = spawn waits(&pair);
	printf("%d", join(t));
	waituntil (conc_barrier_wait(&pair)) printf("%d\n", join(u));

	t = spawn comes(&stop);
	u = spawn comes(&stop);
	printf("%d", join(t) + join(u));
	waituntil (pair) puts("alone?");
	or waituntil (&pair) puts("with itself?");
	or waituntil (timeout(1ms)) puts(" late");

	all.conc_hook = count;
	task(void) r[THREADS];
	for (int i = 0; i < THREADS; i++) r[i] = spawn rounds(i);
	for (int i = 0; i < THREADS; i++) join(r[i]);
	printf("%d rounds\n", hooks);

	int blocks = 0;			// both, in any order
	t = spawn waits(&pair);
	u = spawn told(&stop);
	waituntil (pair) blocks++;
	and waituntil (stop << 0) blocks++;
	printf("%d: %d%d\n", blocks, join(t), join(u));
}
