/* Clients that wait for one or two objects or a time-out, while others give: nothing is lost, nobody is forgotten. */
#include <conc.h>
#include <stdio.h>

typedef struct box { long n; } box;

static void put(box *b, long n) { b->n += n; }
static long level(const box *b) { return b->n; }

enum { TIMES = 12 };
static _Atomic long taken;

static void take(separate box *s, separate box *t, channel(int) *c)
{
	for (int k = 0; k < TIMES; k++) {
		if (k % 3 == 0) {
			separate (s, t) require (level(s) > 0 && level(t) > 0) { s->n--; t->n--; taken += 2; }
			or waituntil (timeout(k * 1us)) { }
		} else if (k % 3 == 1) {
			separate (t) require (level(t) > 0) { t->n--; taken++; }
			or waituntil (int x << c) { taken += x; }
			or separate (s) require (level(s) > 0) { s->n--; taken++; }
			or waituntil (timeout(k * 1us)) { }
		} else {
			separate (s) require (level(s) > 1) { s->n -= 2; taken += 2; }
			and separate (t) require (level(t) > 0) { t->n--; taken++; }
			or waituntil (timeout(k * 1us)) { }
		}
		separate (s) require (level(s) > 0) { s->n--; taken++; }
		or else conc_yield();
	}
}

static void give(separate box *s, separate box *t, channel(int) *c)
{
	for (int k = 0; k < TIMES; k++) {
		separate (s) { put(s, 1); }
		separate (s, t) { put(s, 1); put(t, 1); }
		waituntil (c << 1) { }
		or waituntil (timeout(2us)) { separate (t) { put(t, 1); } }
	}
}

int main(void)
{
	separate box *s = new separate box {}, *t = new separate box {};
	channel(int) c = {};
	long left = 0;
	scope {
		for (int i = 0; i < 2; i++) {
			spawn take(s, t, &c);
			spawn give(s, t, &c);
		}
	}
	separate (s, t) { left = s->n + t->n; }
	printf("%ld\n", taken + left);
	delete s;
	delete t;
}
