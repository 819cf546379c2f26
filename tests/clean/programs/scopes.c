/* SPDX-License-Identifier: MIT */
/* scope and conc_cancel. */
#include <conc.h>
#include <stdio.h>

thread waiter { channel(int) *in; int got; };
thread sleeper { int n; };

void main(waiter *self)
{
	int x;
	while (x << self->in) self->got += x;
}
static void main(sleeper *self) { if (conc_sleep(1h)) self->n++; }

static int nap(int n)
{
	if (conc_sleep(n * 1ms)) return -1;
	return n;
}
static void forever(channel(int) *c)
{
	int x;
	while (!conc_cancelled()) if (x << c) break;
}

static int first(int n)
{
	channel(int) answers = {1}, none = {};
	scope (s) {
		spawn forever(&none);
		spawn nap(1);
		task(int) t = spawn nap(2), many[2] = { spawn nap(3), spawn nap(4) };
		waiter w = { &none, 0 }, v[2] = { { &none, 1 }, { &none, 2 } };
		sleeper *heap = new sleeper { 1 };
		struct { task(int) inside; int n; } pair = { spawn nap(1), 2 };
		conc_cancel(t);
		conc_cancel(w);
		for (int i = 0; i < 2; i++) conc_cancel(&v[i]);
		conc_cancel(heap);
		if (n == 1) return join(t) + pair.n;
		for (int i = 0; i < 2; i++) conc_cancel(many[i]);
		if (n == 2) goto out;
		delete heap;
		conc_cancel(s);
		scope { spawn nap(5); }
	}
	scope {
		scope (inner) { answers << 1; conc_cancel(inner); }
		if (n > 5) return 5;
	}
	while (n-- > 0) scope { if (n) continue; break; }
out:
	return n;
}

int main(void)
{
	printf("%d\n", first(3));
	return 0;
}
