// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

static conc_ticker beat = {.period = 100ms};

void serve(channel(int) *c, conc_limiter *calls, bool quick);

void serve(channel(int) *c, conc_limiter *calls, bool quick)
{
	int v = 0;
	waituntil (beat) { puts("tick"); }
	or waituntil (v << c) { printf("%d\n", v); }
	waituntil (calls) v++; and when (quick) waituntil (&beat) v--; or else v = 0;
	waituntil (conc_ticker_wait(&beat)) v++; or waituntil (conc_limiter_wait(calls + 1)) v--;
	if (conc_ticker_wait(&beat) || conc_ticker_wait_for(&beat, 5ms)) return;
	if (conc_limiter_wait(calls) || conc_limiter_wait_for(calls, 5ms)) return;
	if (conc_limiter_try(calls)) v++;
}
