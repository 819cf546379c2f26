// SPDX-License-Identifier: MIT
// What was written to a pipe brings what its writer did before, as read and write do by themselves.
#include <conc.h>
#include <unistd.h>
#include "race.h"

int x;

static void f(int to)
{
	ORDERED(x = 1;)
	if (conc_write(to, "a", 1) != 1) _exit(1);
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
		if (conc_read(ends[0], &c, 1) != 1) return 1;
		x = 2;
		join(t);
		close(ends[0]), close(ends[1]);
	}
}
