// SPDX-License-Identifier: MIT
#include <conc.h>

struct station { int id; conc_ticker beat; conc_limiter calls; };
conc_ticker new_ticker(void);
conc_limiter *some_limiter(void);

void f(const conc_ticker *beat, const struct station *s, conc_ticker beats[2], conc_limiter limiters[2][2])
{
	const conc_limiter fixed = { .every = 1ms };
	waituntil (beat) { }
	or waituntil (s->beat) { }
	or waituntil (s->calls) { }
	or waituntil (fixed) { }
	or waituntil (new_ticker()) { }
	or waituntil (limiters[0]) { }
	or waituntil (&beats) { }
	or waituntil (beats) { }
	or waituntil (limiters[0][1]) { }
	or waituntil (some_limiter()) { }
	mutex (beats[0]) { }
}
