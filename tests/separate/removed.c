// flags: -fconc-check-sync
// flavours: concc schedules
// What the translator leaves out, checked while it runs; removed.sh compares what --report=sync says of each place.
#include <conc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct cell { long n; struct { long n; } in; separate struct cell *next; } cell;

static void add(cell *c, long n) { c->n += n; }
static long get(const cell *c) { return c->n; }
static long sum(const cell *a, const cell *b) { return a->n + b->n; }
static long long_way(separate cell *c) { long n; separate (c) { add(c, 1); n = get(c); } return n; }
static separate cell *same(separate cell *c) { return c; }
static void check(int line, long is, long want)
{
	if (is != want) printf("line %d: %ld instead of %ld\n", line, is, want), exit(1);
}
#define CHECK(is, want) check(__LINE__, is, want)

static void straight(separate cell *c)
{
	separate (c) {
		long n = get(c);
		add(c, 1);
		CHECK(get(c), n + 1);
		CHECK(c->n, n + 1);
		c->n = 0;
		CHECK(c->n + get(c), 0);
	}
}

static void loops(separate cell *c)
{
	separate (c) {
		for (long i = get(c); i < 3; i++) CHECK(get(c), 0);
		for (int i = 0; i < 3; i++) CHECK(get(c), 0);
		for (int i = 0; i < 3; i++) {
			CHECK(get(c), i);
			add(c, 1);
		}
		while (c->n > 0) c->n--;
		do add(c, 1);
		while (get(c) < 3);
		CHECK(get(c), 3);
		c->n = 0;
	}
}

static void choices(separate cell *c, int n)
{
	separate (c) {
		if (n) add(c, 1);
		else c->n++;
		CHECK(get(c), 1);
		if (n && get(c) == 1) CHECK(get(c), 1);
		switch (n) {
		case 0: add(c, 1);
		case 1: CHECK(get(c) > 0, 1); break;
		default: c->n = 0;
		}
		c->n = 0;
		if (n) add(c, 1), abort();
		CHECK(c->n, 0);
	}
}

static void no_order(separate cell *c)
{
	separate (c) CHECK(sum(c, c) + c->n, 0);
	separate (c) {
		CHECK((get(c), get(c)), 0);
		CHECK(get(c) + ({ add(c, 1); get(c); }) > 0, 1);
		CHECK(get(c), 1);
		c->n = 0;
	}
}

static void calls(separate cell *c)
{
	separate (c) {
		CHECK(get(c), 0);
		CHECK(long_way(c), 1);
		CHECK(get(c), 1);
		separate cell *t = new separate(c) cell {};
		delete t;
		c->n = 0;
	}
}

static void again(separate cell *c)
{
	static jmp_buf back;
	volatile int n = 0;
	separate (c) {
		CHECK(get(c), 0);
		if (setjmp(back) < 2) {
			CHECK(get(c), n);
			add(c, 1);
			longjmp(back, ++n);
		}
		c->n = 0;
	}
}

static void conditions(separate cell *c, separate cell *d)
{
	separate (c, d) require (get(c) == 0 && get(d) == c->n) {
		CHECK(sum(c, d), 0);
		add(d, 1);
		CHECK(c->n, 0);
		CHECK(d->n, 1);
		d->n = 0;
	}
}

static void parameters(separate cell *a, separate cell *b, separate cell *restrict c)
{
	separate (a, b, c) {
		CHECK(sum(a, b) + get(c), 0);
		add(c, 1);
		CHECK(sum(a, b), 0);
		add(a, 1);
		CHECK(get(b), 0);
		CHECK(get(c), 1);
		a->n = c->n = 0;
	}
}

static void made_here(separate cell *a)
{
	separate cell *x = new separate cell {}, *y = new separate cell {}, *z = new separate(x) cell {}, *copy = x;
	separate cell *later = same(x), *changed = new separate cell {};
	changed = x;
	separate (a, x, y, z, later, changed) {
		CHECK(sum(a, x), 0);
		add(y, 1);
		CHECK(sum(a, x), 0);
		add(z, 1);
		CHECK(x->n, 0);
		separate (copy) CHECK(get(copy) + z->n, 1);
		CHECK(y->n, 1);
		add(later, 1);
		CHECK(x->n, 1);
		add(changed, 1);
		CHECK(x->n, 2);
		CHECK(y->n, 1);
	}
}

static void nested(separate cell *c, separate cell *d)
{
	separate (c) {
		CHECK(get(c), 0);
		separate (c, d) {
			CHECK(get(c), 0);
			CHECK(get(d), 0);
			add(c, 1);
		}
		CHECK(get(c), 1);
		separate (d) add(d, 0);
		CHECK(get(c), 1);
		separate (n = c) CHECK(get(n), 1);
		c->n = 0;
	}
	separate (c, d) separate (c, d) CHECK(sum(c, d), 0);
}

static void jumps(separate cell *c)
{
	int n = 0;
again:
	separate (c) {
		CHECK(get(c), n);
		if (n++ < 3) {
			add(c, 1);
			goto again;
		}
		CHECK(get(c), 3);
		c->n = 0;
	}
	separate cell *old = same(c);
	if (n > 4) goto over;
	separate cell *new_one = new separate cell {};
over:
	separate (old, new_one) {
		CHECK(get(old), 0);
		add(new_one, 1);
		CHECK(get(old), 0);
	}
}

static void functions(separate cell *c, separate cell *d)
{
	separate (c, d) {
		void inner(void)
		{
			CHECK(get(d), 0);
			CHECK(get(d), 0);
			add(c, 1);
		}
		CHECK(sum(c, d), 0);
		inner();
		CHECK(get(c), 1);
		c->n = 0;
	}
}

#define TWICE(x) (x + x)

static void macros(separate cell *c)
{
	separate (c) {
		CHECK(TWICE(get(c)), 0);
		CHECK(TWICE(get(c)), 0);
	}
}

int main(void)
{
	separate cell *a = new separate cell {}, *b = new separate(a) cell {}, *c = new separate cell {};
	straight(a), loops(a), choices(a, 0), no_order(a), calls(a), again(a);
	conditions(a, b), conditions(a, c);
	parameters(a, b, c);
	made_here(a);
	nested(a, b), nested(a, c);
	jumps(a);
	functions(a, b), functions(a, c);
	macros(a);
	delete a;
	delete b;
	delete c;
	puts("as ever");
}
