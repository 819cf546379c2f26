#include <conc.h>

struct pair { int a, b; };

void f(channel(int) *c, future(int) *g, channel(task(int)) *tasks, conc_mutex *m, int n)
{
	bool ok;
	waituntil (int x << n) { }
	waituntil (struct pair p << c) { }
	waituntil (const int x << c) { }
	waituntil (task(int) t << tasks) { }
	waituntil (<< g) { }
	waituntil (<< m) { }
	waituntil (<< n) { }
	waituntil (m->conc_state = int x << c) { }
	waituntil (ok = << c) { } or waituntil (missing << c) { } or waituntil (int y << c) { n = x; }
}
