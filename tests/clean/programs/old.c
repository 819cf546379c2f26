/* SPDX-License-Identifier: MIT */
/* Declarations first, as in C90: ours are declarations too. */
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
thread adder { account *to; };
actor counter { long n; };
message add { long by; };
struct node { channel(int) c; task(int) t; };
typedef struct { int n; } box;

static void main(adder *self) { mutex (self->to) self->to->balance++; }
receive (counter *self, add *m) { self->n += m->by; }
static int square(int n) { return n * n; }
static void put(box *b, int n) { b->n = n; }

static long all(account * mutex a, int n)
{
	account own = { 1 }, zero;
	adder t = { &own };
	task(int) job = spawn square(n), jobs[2] = { spawn square(1), spawn square(2) };
	channel(int) c = {2}, many[2];
	future(int) f = {};
	struct node node = { { 1 }, spawn square(3) };
	counter k = { 1 }, ks[2];
	separate box *b = new separate box { 1 };
	int x, i;
	long sum = a->balance;
	join(t);
	mutex (own, zero) {
		int inside = n;
		sum += inside;
	}
	c << 1;
	f << 2;
	conc_channel_init(&many[1], 1);
	many[1] << 3;
	waituntil (x << c) {
		int inside = x;
		sum += inside;
	} or waituntil (x << f) { sum--; }
	scope (s) {
		task(int) inner = spawn square(4);
		int inside = 1;
		sum += join(inner) + inside;
		if (sum < 0) conc_cancel(s);
	}
	separate (b) {
		int inside = 3;
		put(b, inside);
		sum += b->n;
	}
	blocking {
		int inside = 4;
		sum += inside;
	}
	k | (add){ 1 };
	ks[1] | (add){ 2 };
	for (i = 0; i < 2; i++) sum += join(jobs[i]);
	x << many[1];
	sum += x + join(job) + join(node.t);
	delete b;
	return sum;
}

int main(void)
{
	account a = { 5 };
	long sum;
	conc_actors_start(NULL);
	sum = all(&a, 2);
	conc_actors_stop();
	printf("%ld\n", sum);
	return 0;
}
