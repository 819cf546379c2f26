// SPDX-License-Identifier: MIT
// A wait for a condition as a clause: the statement gives up the lock, wholly, while it waits, and holds it in each block.
#include <conc.h>
#include <stdio.h>

monitor box { int full, waits; conc_condition filled, emptied; };

static conc_mutex m, other;
static conc_condition changed;

static int get(box * mutex b, channel(int) *stop)
{
	int why;
	while (!b->full) {
		b->waits++;
		waituntil (conc_wait(&b->filled, b)) { b->waits--; }
		or waituntil (why << stop) { b->waits--; return why; }
	}
	int got = b->full;
	b->full = 0;
	conc_signal(&b->emptied);
	return got;
}

static int again(box * mutex b, channel(int) *stop)	// entered twice, given up twice
{
	return get(b, stop);
}

static void put(box * mutex b, int value)
{
	while (b->full) conc_wait(&b->emptied, b);
	b->full = value;
	conc_signal(&b->filled);
}

static bool waits(box * mutex b, int n) { return b->waits == n; }

static int sum(box *b, channel(int) *stop, int times)
{
	int total = 0;
	for (int i = 0; i < times; i++) total += again(b, stop);
	return total;
}

static void fill(box *b, int times)
{
	for (int i = 1; i <= times; i++) put(b, i);
}

// All locks of the statement.
static int both(box * mutex a, box * mutex b)
{
	int late = 0;
	while (!a->full || !b->full) {
		waituntil (conc_wait(&a->filled)) { }
		or waituntil (conc_wait_with(&b->filled, 5)) { }
		or waituntil (timeout(1h)) { late++; }
	}
	return a->full + b->full + late;
}

// With `and`: a signal that comes while the other block runs is kept.
static void two_blocks(channel(int) *c)
{
	int v, blocks = 0;
	mutex (m) {
		waituntil (v << c) { blocks += v; }
		and waituntil (conc_wait(&changed, &m)) { blocks += 10; }
		printf("%d\n", blocks);
	}
}

static void signal_once(void)
{
	mutex (m) conc_signal(&changed);
}

int main(void)
{
	box a = { 0 }, b = { 0 };
	channel(int) stop = {};
	task(int) t = spawn again(&b, &stop);
	while (!waits(&b, 1)) conc_yield();		// b is free meanwhile
	put(&b, 7);
	printf("%d", join(t));
	t = spawn again(&b, &stop);
	while (!waits(&b, 1)) conc_yield();
	stop << 3;
	printf("%d", join(t));
	mutex (b) {
		waituntil (conc_wait(&b.filled, &b)) puts("?");
		or waituntil (timeout(1ms)) printf("%d\n", b.waits);
	}

	task(int) gets[] = { spawn sum(&b, &stop, 50), spawn sum(&b, &stop, 50) };
	task(void) puts_[] = { spawn fill(&b, 50), spawn fill(&b, 50) };
	printf("%d\n", join(gets[0]) + join(gets[1]));
	for (int i = 0; i < 2; i++) join(puts_[i]);

	t = spawn both(&a, &b);
	put(&b, 2);
	put(&a, 1);
	printf("%d\n", join(t));

	channel(int) c = {};
	task(void) u = spawn two_blocks(&c);
	c << 1;
	signal_once();
	join(u);

	mutex (m) {					// no waiting: the lock is not given up
		channel(int) ready = {1};
		int v;
		ready << 4;
		waituntil (conc_wait(&changed, &m)) puts("?");
		or waituntil (v << ready) printf("%d\n", v);
		mutex (other) {
			waituntil (conc_wait(&changed, &m)) puts("?");
			or waituntil (timeout(1ms)) printf("%d%d\n", conc_mutex_try_lock(&other), conc_mutex_try_lock(&m));
		}
	}
}
