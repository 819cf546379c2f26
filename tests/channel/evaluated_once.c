// SPDX-License-Identifier: MIT
// Every operand is evaluated once, whatever it becomes.
#include <conc.h>
#include <stdio.h>

static int times;
static channel(int) *counted(channel(int) *c) { times++; return c; }
static long *place(long *p) { times += 10; return p; }
static int value(int x) { times += 100; return x; }

int main(void)
{
	channel(int) c[2] = {{4}, {4}};
	long wide[3] = {0};
	int exact[3], i = 0, j = 0;
	counted(c) << value(1);
	if (counted(c) << value(2)) printf("%d\n", times);
	*place(wide) << *counted(c);
	if (*place(wide + 1) << counted(c)) printf("%d %ld %ld\n", times, wide[0], wide[1]);
	c[i++] << 5;
	c[--i] << 6;
	exact[j++] << c[i++];
	if (exact[j++] << c[--i]) printf("%d %d %d %d\n", i, j, exact[0], exact[1]);
	c[i++] << 7;
	wide[j = 2, j] << c[i--, 0];
	printf("%d %d %ld\n", i, j, wide[2]);
	(times ? c : c + 1) << 8;
	(*&exact[0]) << (c[0]);
	printf("%d\n", exact[0]);
	conc_try_send(counted(c), value(1));
	conc_try_receive(counted(c), &exact[j--]);
	printf("%d %d %d\n", times, exact[2], j);
}
