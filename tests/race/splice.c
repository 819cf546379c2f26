// SPDX-License-Identifier: MIT
// What went through a pipe by splice brings what its writer did before.
#define _GNU_SOURCE
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

static void g(int from, int to)
{
	if (conc_splice(from, NULL, to, NULL, 1, 0) != 1) _exit(1);
}

int main(void)
{
	for (int late = 0; late < 2; late++) {
		int ends[4];
		char c;
		if (pipe(ends) || pipe(ends + 2)) return 1;
		task(void) t = spawn f(ends[1]), u = spawn g(ends[0], ends[3]);
		if (late) conc_sleep(5ms);
		if (conc_read(ends[2], &c, 1) != 1) return 1;
		x = 2;
		join(t);
		join(u);
		for (int i = 0; i < 4; i++) close(ends[i]);
	}
}
