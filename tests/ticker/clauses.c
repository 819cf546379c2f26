// SPDX-License-Identifier: MIT
// A ticker as a clause: with or, and, else; through a pointer, in an array, in a structure. A tick that has come and was not
// chosen is still there afterwards.
#include <conc.h>
#include <errno.h>
#include <stdio.h>

struct station { int id; conc_ticker beat; };

static void not_chosen(void)
{
	conc_ticker beat = { .period = 1h };
	channel(int) c = { 1 };
	int v = 0;
	conc_ticker_start(&beat, 0);
	c << 1;
	waituntil (v << c) printf("received %d\n", v);
	or waituntil (beat) puts("ticked");
	printf("still there: %d\n", conc_ticker_wait_for(&beat, 0) == 0);
	waituntil (beat) puts("ticked");
	or else puts("not yet");
	waituntil (beat) puts("ticked");
	or waituntil (timeout(1ms)) puts("not for an hour");
}

static void some_time_later(channel(int) *c, int v)
{
	conc_sleep(1ms);
	c << v;
}

static void chosen(void)
{
	conc_ticker beats[2] = { { .period = 3ms }, { .period = 1h } }, *p = &beats[0];
	struct station s = { 1, { .period = 2ms } };
	channel(int) never = {};
	int v, n = 0;
	for (int i = 0; i < 3; i++) {
		waituntil (v << never) n = v;
		or waituntil (p) n++;
		or waituntil (beats[1]) puts("an hour");
	}
	printf("%d ticks\n", n);
	waituntil (conc_ticker_wait(&s.beat)) n++;
	and waituntil (beats[0]) n++;
	printf("%d ticks\n", n);
	for (n = 0; n < 20;) {
		fair waituntil (s.beat) n++;
		or waituntil (beats[0]) n++;
		or waituntil (timeout(1h)) n = 100;
	}
	printf("%d ticks\n", n);
}

static void with_others(void)
{
	channel(int) c = {};
	conc_ticker beat = { .period = 1h };
	int v = 0, ticks = 0;
	conc_ticker_start(&beat, 3ms);
	scope {
		spawn some_time_later(&c, 5);
		waituntil (v << c) { }
		and waituntil (beat) ticks++;
	}
	printf("%d and %d\n", v, ticks);
}

static int until_cancelled(void)
{
	conc_ticker beat = { .period = 1h };
	int why = 0;
	waituntil (beat) why = 1;
	or waituntil (cancelled()) why = 2;
	return conc_ticker_wait(&beat) == -ECANCELED && conc_ticker_wait_for(&beat, 1h) == -ECANCELED ? why : 3;
}

int main(void)
{
	not_chosen();
	chosen();
	with_others();
	task(int) t = spawn until_cancelled();
	conc_yield();
	conc_cancel(t);
	printf("%d\n", join(t));
	conc_ticker rare = { .period = 1h };
	scope (timeout(1ms)) { printf("%d\n", conc_ticker_wait(&rare) == -ECANCELED); }
}
