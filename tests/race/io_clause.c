// SPDX-License-Identifier: MIT
// A call in a clause writes its buffer when the clause is chosen.
#include <conc.h>
#include <unistd.h>
#include "race.h"

static char buffer[8];

static void f(int from)
{
	channel(int) never = {};
	waituntil (long n << conc_read(from, buffer, sizeof buffer)) {
		if (n != 1) _exit(1);
	}
	or waituntil (<< never) { _exit(1); }
}

int main(void)
{
	for (int late = 0; late < 2; late++) {
		int ends[2];
		if (pipe(ends)) return 1;
		task(void) t = spawn f(ends[0]);
		if (late) conc_sleep(5ms);
		waituntil (long n << conc_write(ends[1], "a", 1)) {
			if (n != 1) return 1;
		}
		ORDERED(join(t);)
		buffer[0] = 'b';
		BESIDE(join(t);)
		close(ends[0]), close(ends[1]);
	}
}
