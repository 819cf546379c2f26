// SPDX-License-Identifier: MIT
// `ok = …` selects the clause also when the operation cannot take place; the target is then as it was.
#include <conc.h>
#include <stdio.h>

struct pair { int a, b; };
struct flags { unsigned ok : 1, more : 3; };

static void close_late(channel(int) *l)
{
	conc_sleep(1ms);
	conc_close(l);
}

int main(void)
{
	channel(int) c = {2}, open = {1};
	channel(struct pair) p = {2};
	future(struct pair) f = {};
	future(long) g = {};
	bool ok = false, oks[3] = {0};
	int x = 1, i = 0, says = 7;
	long y = 5;
	struct pair q = { 1, 2 };
	struct flags s = {0};
	c << 10;
	p << (struct pair){ 3, 4 };
	conc_close(&c);
	conc_close(&p);
	waituntil (ok = x << c) { printf("%d %d\n", ok, x); }
	waituntil (ok = x << c) { printf("%d %d\n", ok, x); }
	waituntil (ok = (q << p)) { printf("%d %d %d\n", ok, q.a, q.b); }
	waituntil ((ok = q << p)) { printf("%d %d %d\n", ok, q.a, q.b); }
	waituntil (oks[i++] = c << 5) { printf("%d %d\n", i, oks[0]); } or waituntil (open << 1) { puts("no"); }
	waituntil (oks[i++] = open << 5) { printf("%d %d\n", i, oks[1]); } or waituntil (x << c) { puts("no"); }
	waituntil (says = p << q) { printf("%d\n", says); }
	waituntil (s.ok = x << open) { printf("%d %d\n", s.ok, x); }
	open << 5;
	waituntil (s.more = s.more << open) { printf("%d\n", s.more); }
	conc_future_cancel(&f);
	waituntil (ok = q << f) { printf("%d %d\n", ok, q.a); }
	g << 9;
	waituntil (ok = y << g) { printf("%d %ld\n", ok, y); }
	channel(int) late;
	task(void) u = spawn close_late(&late);	// closed while it waits
	waituntil (ok = x << late) { printf("%d %d\n", ok, x); } or waituntil (timeout(1h)) { puts("no"); }
	return 0;
}
