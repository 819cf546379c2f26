// SPDX-License-Identifier: MIT
// Threads that share a ticker and wait for a condition give their lock up once, however often they look at the ticker in vain.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 4, TICKS = 20 };

monitor hall { int ticks, called; conc_condition call; };

static conc_ticker beat = { .period = 500us };

static void attend(hall * mutex h)
{
	while (h->ticks < TICKS) {
		int ticks = h->ticks, called = h->called;
		waituntil (conc_wait(&h->call, h)) called = -1;
		or waituntil (beat) h->ticks++;
		if (called < 0) h->called++;
		else if (h->ticks <= ticks) h->ticks = 1000;
		if (h->ticks % 4 == 0) conc_signal(&h->call);
	}
	conc_broadcast(&h->call);
}

int main(void)
{
	static hall h;
	scope {
		for (int i = 0; i < THREADS; i++) spawn attend(&h);
	}
	printf("enough: %d, some were called: %d\n", h.ticks >= TICKS && h.ticks < TICKS + THREADS, h.called > 0);
}
