// SPDX-License-Identifier: MIT
// Many clients make objects, alone and on each other's handlers, active and passive, have them call one that all share, and delete
// them in blocks and behind them, with calls still to be carried out.
//     come_and_go [SEED [ROUNDS]]
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { CLIENTS = 6 };

typedef struct { long n; } cell;

static void add(cell *c, int n) { c->n += n; }
static long get(const cell *c) { return c->n; }

static void tell(cell *self, separate cell *to)
{
	separate (to) add(to, (int)self->n);
}

static void end(separate cell *a, separate cell *b, separate cell *shared, int way)
{
	switch (way) {
	case 0:
		delete a;
		separate (b) {
			tell(b, shared);
			delete b;
		}
		break;
	case 1:
		separate (b, a) {
			tell(b, shared);
			delete b;
			add(a, 3);
			delete a;
		}
		break;
	case 2:
		separate (a) delete a;
		separate (b) require (b->n == 3) tell(b, shared);
		delete b;
		break;
	default:
		separate (b) tell(b, shared);
		conc_set_active(a);
		delete b;
		delete a;
	}
}

static long client(separate cell *shared, unsigned seed, int rounds)
{
	long sum = 0;
	for (int i = 0; i < rounds; i++) {
		separate cell *a = new separate cell { 1 }, *b;
		if (rand_r(&seed) % 2) b = new separate(a) cell { 2 };
		else b = new separate cell { 2 };
		if (rand_r(&seed) % 3 == 0) conc_set_passive(a);
		if (rand_r(&seed) % 3 == 0) conc_set_passive(b);
		separate (a, b) {
			add(a, 1);
			add(b, 1);
			tell(a, shared);
			sum += rand_r(&seed) % 2 ? get(b) : 3;
		}
		end(a, b, shared, rand_r(&seed) % 4);
	}
	return sum;
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
	int rounds = argc > 2 ? atoi(argv[2]) : 60;
	separate cell *shared = new separate cell {};
	task(long) t[CLIENTS];
	long sum = 0, told = 0;
	for (int i = 0; i < CLIENTS; i++) t[i] = spawn client(shared, seed * 10 + (unsigned)i, rounds);
	for (int i = 0; i < CLIENTS; i++) sum += join(t[i]);
	for (; told != CLIENTS * rounds * 5; conc_yield())
		separate (shared) told = get(shared);
	printf("%ld of %d, %ld\n", sum, CLIENTS * rounds * 3, told);
	delete shared;
}
