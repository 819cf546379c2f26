#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

static conc_ticker beat = {.period = CONC_NS(100000000)}; CONC_CHANNEL_TYPE(int, conc_channel_int);

void serve(conc_channel_int *c, conc_limiter *calls, bool quick);

void serve(conc_channel_int *c, conc_limiter *calls, bool quick)
{
	int v = 0;
	{ conc_channel_int_element conc_value_4_1; CONC_WAITUNTIL(4, 2); conc_again_4: CONC_ON_TICKER(4, 0, 1, &beat) { puts("tick"); }
	else CONC_ON_RECEIVE(4, 1, 1, conc_channel_int, c) { v = conc_value_4_1; { printf("%d\n", v); } } else { CONC_CHOOSE(4); goto conc_again_4; } }
	{ CONC_WAITUNTIL_AND(5, 2); conc_again_5: CONC_ON_LIMITER(5, 0, 1, calls) { v++; } else CONC_ON_TICKER(5, 1, quick, &beat) { v--; } else CONC_ON_ELSE(5, 1) { v = 0; } if (CONC_NEXT_UNTIL(5, CONC_RAN(5, 0) && CONC_DONE(5, 1))) goto conc_again_5; }
	{ CONC_WAITUNTIL(6, 2); conc_again_6: CONC_ON_TICKER(6, 0, 1, &beat) { v++; } else CONC_ON_LIMITER(6, 1, 1, calls + 1) { v--; } else { CONC_CHOOSE(6); goto conc_again_6; } }
	if (conc_ticker_wait(&beat) || conc_ticker_wait_for(&beat, CONC_NS(5000000))) return;
	if (conc_limiter_wait(calls) || conc_limiter_wait_for(calls, CONC_NS(5000000))) return;
	if (conc_limiter_try(calls)) v++;
}
