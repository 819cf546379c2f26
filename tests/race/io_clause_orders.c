// SPDX-License-Identifier: MIT
// A call in a clause brings what the writer did before, as the call does by itself.
#include <conc.h>
#include <unistd.h>
#include "race.h"

int x;

static void f(int to)
{
	ORDERED(x = 1;)
	waituntil (long n << conc_write(to, "a", 1)) {
		if (n != 1) _exit(1);
	}
	BESIDE(x = 1;)
}

int main(void)
{
	for (int late = 0; late < 2; late++) {
		int ends[2];
		char c;
		if (pipe(ends)) return 1;
		task(void) t = spawn f(ends[1]);
		if (late) conc_sleep(5ms);
		waituntil (long n << conc_read(ends[0], &c, 1)) {
			if (n != 1) return 1;
			x = 2;
		}
		join(t);
		close(ends[0]), close(ends[1]);
	}
}
