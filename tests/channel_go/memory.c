// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// flavours: concc gcc clang (a sanitizer keeps what was freed)
// A hundred thousand statements leave nothing behind.
#include <conc.h>
#include <stdio.h>

static long pages(void)
{
	long all = 0, resident = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (!f || fscanf(f, "%ld %ld", &all, &resident) != 2) return -1;
	fclose(f);
	return resident;
}

static void send(channel(int) *c, int n)
{
	for (int i = 0; i < n; i++) c << 1;
}

static void receive(channel(int) *c, channel(int) *never, int n)
{
	for (int i = 0, v; i < n; i++) {
		waituntil (v << c) { }
		or waituntil (v << never) conc_test_assert(!"nobody sends");
		or waituntil (timeout(1h)) conc_test_assert(!"too long");
	}
}

static void both(int n)
{
	channel(int) c = {}, never = {};
	task(void) sender = spawn send(&c, n);
	receive(&c, &never, n);
}

// What is left behind is left each time; what a processor takes that has not run before is not.
int main(void)
{
	long before = 0, more = 0;
	both(20000);
	for (int round = 0; round < 10; round++) {
		before = pages();
		both(100000);
		more = pages() - before;
		if (before <= 0 || more < 32) break;
	}
	if (before > 0 && more < 32) puts("ok");
	else printf("%ld pages more than %ld\n", more, before);
}
