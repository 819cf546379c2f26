// SPDX-License-Identifier: MIT
// Timeouts: the nearest first, minimal delays with `and`, durations that change, none left behind.
#include <conc.h>
#include <stdio.h>

static channel(int) c = {1};

int main(void)
{
	int v;
	conc_duration start = conc_now();
	waituntil (timeout(1h)) puts("no"); or waituntil (timeout(5ms)) puts("5"); or waituntil (timeout(1min)) puts("no");
	printf("%d\n", conc_now() - start >= 5ms);
	start = conc_now();
	int ran = 0;
	waituntil (timeout(8ms)) ran += 1; and waituntil (timeout(1ms)) ran += 10; and waituntil (timeout(4ms)) ran += 100;
	printf("%d %d\n", ran, conc_now() - start >= 8ms);
	start = conc_now();	// at least 5 ms after the element
	c << 1;
	waituntil (v << c) printf("%d\n", v); and waituntil (timeout(5ms)) puts("then"); or waituntil (timeout(1h)) puts("no");
	printf("%d\n", conc_now() - start >= 5ms);
	for (conc_duration d = 2ms; d >= 0ms; d -= 1ms)
		waituntil (v << c) puts("no"); or waituntil (timeout(d)) printf("%d ms\n", (int)(d / 1ms));
	waituntil (timeout(-1s)) puts("past"); or waituntil (c << 1) puts("no");
	waituntil (c << 1) puts("in order"); or waituntil (timeout(0)) puts("no");
	waituntil (v << c) { } or waituntil (timeout(0ns)) puts("no");
	for (int i = 0; i < 1000; i++) {	// timers that are taken back
		c << i;
		waituntil (timeout(1h)) puts("no"); or waituntil (v << c) { }
	}
	return 0;
}
