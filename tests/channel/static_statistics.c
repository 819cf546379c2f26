// SPDX-License-Identifier: MIT
// CONC_STATS=1: a static channel is printed when the program ends, one that was ended by hand when it was.
#include <conc.h>
static channel(int) s = { 2 }, ended = { 1 };
static struct { int n; channel(long) c; } inner = { 1, { 0 } };
static void give(void) { inner.c << 4L; }
int main(void)
{
	channel(int) a = { 2 };
	int x;
	long y;
	s << 1; s << 2; x << s;
	a << 1; x << a;
	ended << 3; x << ended;
	conc_channel_fini(&ended);
	task(void) t = spawn give();
	y << inner.c;
	return x - 3 + (int)y - 4;
}
