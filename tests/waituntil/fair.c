// SPDX-License-Identifier: MIT
// The fair form gives every clause that is ready the same chance; the plain one the first.
// schedules: no (a statistic)
#include <conc.h>
#include <stdio.h>

enum { TIMES = 12000, N = 4 };

int main(void)
{
	channel(int) c[N] = { {1}, {1}, {1}, {1} };
	long plain[N] = {0}, even[N] = {0}, some[N] = {0};
	int v;
	for (int i = 0; i < N; i++) c[i] << i;
	for (int i = 0; i < TIMES; i++) {
		waituntil (v << c[0]) { } or waituntil (v << c[1]) { } or waituntil (v << c[2]) { } or waituntil (v << c[3]) { }
		plain[v]++;
		c[v] << v;
		fair waituntil (v << c[0]) { } or waituntil (v << c[1]) { } or waituntil (v << c[2]) { } or waituntil (v << c[3]) { }
		even[v]++;
		c[v] << v;
		// two of them ready, and a guard
		fair when (i < 0) waituntil (v << c[0]) { } or waituntil (v << c[1]) { } or ( waituntil (timeout(1h)) { } and waituntil (timeout(1h)) { } ) or waituntil (v << c[3]) { }
		some[v]++;
		c[v] << v;
	}
	printf("%ld %ld %ld %ld\n", plain[0], plain[1], plain[2], plain[3]);
	for (int i = 0; i < N; i++) printf("%d", even[i] > TIMES / N * 8 / 10 && even[i] < TIMES / N * 12 / 10);
	printf("\n");
	printf("%ld %d %ld %d\n", some[0], some[1] > TIMES * 4 / 10, some[2], some[3] > TIMES * 4 / 10);
	fair waituntil (v << c[0]) { } or waituntil (v << c[1]) { } or else { puts("no"); }
	for (int i = 0; i < N; i++) (void)conc_try_receive(&c[i], &v);
	fair waituntil (v << c[0]) { } or waituntil (v << c[1]) { } or else { puts("else"); }
	fair waituntil (c[0] << 1) { } and waituntil (c[1] << 2) { } and waituntil (c[2] << 3) { }
	printf("%zu%zu%zu%zu\n", conc_count(&c[0]), conc_count(&c[1]), conc_count(&c[2]), conc_count(&c[3]));
	return 0;
}
