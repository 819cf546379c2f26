// SPDX-License-Identifier: MIT
// flavours: concc gcc clang (it counts the calls of malloc)
// Once they have begun, reservations, calls, queries and conditions allocate nothing: neither on active handlers nor on passive
// ones, with one operand or several, nested or not, with waiting clients and bursts of calls. Only a client that is further ahead
// of its handler than ever before has more memory for what it logs; FEW is what all calls of the bursts together take.
#include <conc.h>
#include <stddef.h>
#include <stdio.h>

enum { ROUNDS = 3000, BURST = 300, FEW = 200 };

typedef struct { int n; } cell;
struct data { long l[20]; };

static long allocations;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_memalign(size_t align, size_t size);
void *malloc(size_t size)
{
	__atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
	return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	__atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
	return __libc_calloc(count, size);
}

void *aligned_alloc(size_t align, size_t size)
{
	__atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
	return __libc_memalign(align, size);
}

static void add(cell *c, int n) { c->n += n; }
static void data(cell *c, struct data d) { c->n += (int)d.l[19]; }
static int get(const cell *c) { return c->n; }

static void pass(cell *self, separate cell *to)
{
	self->n++;
	separate (to) add(to, 1);
}

static void turns(separate cell *c, int mine)
{
	for (int i = 0; i < ROUNDS; i++) separate (c) require (c->n % 2 == mine) add(c, 1);
}

static void once(separate cell *c, separate cell *d)
{
	separate (c) add(c, 1);
	separate (c) {
		add(c, get(c));
		c->n = 0;
		for (int i = 0; i < 5; i++) data(c, (struct data){ { 1 } });
	}
	separate (d, c) {
		add(d, 1);
		separate (d) add(c, get(d));
		pass(c, d);
	}
	separate (d) separate (c) add(c, 1), add(d, get(c));
	separate (d) require (get(d) != 0) d->n = 0;
}

static void all(separate cell *c, separate cell *d)
{
	for (int i = 0; i < ROUNDS; i++) once(c, d);
	for (int k = 0; k < 20; k++) separate (c) for (int i = 0; i < BURST; i++) add(c, i);
	separate (c) c->n = 0;
	scope {
		spawn turns(c, 0);
		spawn turns(c, 1);
	}
}

int main(void)
{
	separate cell *c = new separate cell {}, *d = new separate cell {};
	puts("begin");
	all(c, d);
	long before = __atomic_load_n(&allocations, __ATOMIC_RELAXED);
	all(c, d);
	printf("few: %d\n", __atomic_load_n(&allocations, __ATOMIC_RELAXED) - before < FEW);
	conc_set_passive(c);
	all(c, d);
	before = __atomic_load_n(&allocations, __ATOMIC_RELAXED);
	all(c, d);
	printf("few: %d\n", __atomic_load_n(&allocations, __ATOMIC_RELAXED) - before < FEW);
	delete c;
	delete d;
}
