// SPDX-License-Identifier: MIT
// Channels at file scope, in blocks, arrays, structures, monitors, threads and on the heap.
#include <conc.h>
#include <stdio.h>

struct node { int x; channel(int) in, two[2]; struct { channel(long) deep; } inner; };
thread worker { channel(int) in; int sum; channel(worker *) *done; };
monitor bank { long money; channel(long) log; };

static channel(int) at_file = {1}, in_array[2][2] = {{{1}, {1}}, {{1}, {1}}};

void main(worker *self)
{
	int x;
	while (x << self->in) self->sum += x;
	self->done << self;
}

static channel(int) *make(int n) { return new channel(int) {n}; }
static void deposit(bank * mutex self, long n) { self->money += n; self->log << n; }

int main(void)
{
	static channel(int) of_block = {1};
	int n = 3, x;
	channel(int) vla[n], copies[2][n];
	for (int i = 0; i < n; i++) conc_channel_init(&vla[i], i + 1), vla[i] << i;
	conc_channel_init(&copies[1][2], 1);
	copies[1][2] << 4;
	for (int i = 0; i < n; i++) x << vla[i], printf("%d ", x);
	at_file << 5, in_array[1][1] << 6, of_block << 7;
	if (x << at_file) printf("%d ", x);
	if (x << in_array[1][1]) printf("%d ", x);
	if (x << of_block) printf("%d ", x);
	x << copies[1][2];
	printf("%d\n", x);

	struct node one = {1, {4}, {{1}, {1}}, {{3}}}, list[2] = {{.in = {4}}, {.inner.deep = {1}}};
	one.in << 1, one.two[1] << 2, one.inner.deep << 3L, list[0].in << 4, list[1].inner.deep << 5;
	long wide;
	wide << list[1].inner.deep;
	x << one.two[1];
	printf("%ld %d\n", wide, x);
	struct node *heap = new struct node {1, {4}, {{1}, {2}}, {{1}}};
	heap->two[1] << 7, heap->two[1] << 8;
	x << heap->two[1];
	printf("%d\n", x);
	delete heap;

	channel(worker *) done = {2};
	worker *w = new worker {{2}, 0, &done}, *finished;
	for (int i = 0; i < 10; i++) w->in << i;
	conc_close(&w->in);
	finished << done;
	printf("%d %d\n", finished == w, w->sum);
	delete w;
	{
		worker a = {{1}, 100, &done}, both[2] = {{{1}, 0, &done}, {{0}, 10, &done}};
		a.in << 1, both[0].in << 2, both[1].in << 3;
		for (int i = 0; i < 3; i++) conc_close(i ? &both[i - 1].in : &a.in);
		int sum = 0;
		while (sum < 116 && finished << done) join(finished), sum += finished->sum;
		printf("%d\n", sum);
	}
	channel(int) *c = make(5), *some = new channel(int)[3] {{1}, {2}};
	c << 1, some[1] << 1, some << 2;
	delete c;
	delete some;
	bank b = {0, {2}};
	deposit(&b, 20);
	wide << b.log;
	printf("%ld %ld\n", b.money, wide);
	channel(long) late;
	conc_channel_init(&late, 3);
	late << 1, late << 2;
	printf("%zu\n", conc_count(&late));
	conc_channel_fini(&late);
}
