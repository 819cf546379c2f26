// SPDX-License-Identifier: MIT
// A task that nothing keeps: of a call whose value is not used, and where no parameter is declared.
#include <conc.h>
#include <stdio.h>

static int twice(int n) { return 2 * n; }
static task(int) start(int n) { return spawn twice(n); }
static int old();

int main(void)
{
	channel(task(int)) c = {2};
	task(int) t = start(6), u = start(7);
	start(1);
	(void)start(2);
	start(3), start(4);
	conc_receive(&c);
	int x = (start(9), 3);
	printf("%d %d\n", join(start(6)), spawn twice(5));
	old(t, x);
	(void)sizeof(start(1));
	return join(u);
}
