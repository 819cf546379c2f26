// SPDX-License-Identifier: MIT
// Kinds, bases, initialisers, locks of all sorts, macros and tasks, all in one unit.
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <assert.h>

typedef struct spin { int v; } spin;
static void spin_acquire(spin *s) { while (__atomic_exchange_n(&s->v, 1, __ATOMIC_ACQUIRE)) conc_yield(); }
static void spin_release(spin *s) { __atomic_store_n(&s->v, 0, __ATOMIC_RELEASE); }
impl lock for spin { .lock = spin_acquire, .unlock = spin_release };

monitor base { int n; char name[8]; };
monitor derived { inline base; struct { int a, b; } pair; conc_condition changed; };
monitor deeper { inline derived; base *other; };

struct holder { base in; base arr[2]; int tail; };
static struct holder global = { .in = { 1, "glob" }, .arr = { [1] = { .n = 2 } }, 7 };
static base table[] = { { 1, "a" }, { 2, "b" }, [4] = { 5 } };

#define WITH(m) mutex (m)
#define GET(x) ({ int r_; mutex (x) r_ = (x)->n; r_; })

static int sum(base * mutex a, base * mutex b, const char *fmt, ...)
{
	(void)fmt;
	return a->n + b->n;
}
static int early(base * mutex b, int k)
{
	for (int i = 0; i < 3; i++) {
		mutex (b) {
			if (i == k) return b->n + i;
			switch (k) { case 9: break; default: continue; }
			break;
		}
	}
	return -1;
}
struct point { double x, y; };
static struct point mk(double x, double y) { return (struct point){ x, y }; }
static int *ptr(int *p) { return p; }
static void bump(int *p) { __atomic_add_fetch(p, 1, __ATOMIC_RELAXED); }
thread counter { int from, to; long sum; };
static void main(counter *self) { for (int i = self->from; i < self->to; i++) self->sum += i; }
thread named { inline counter; const char *label; };

static long total(int n)
{
	counter c[n];
	return n;
}

int main(int argc, char **argv)
{
	(void)argv;
	deeper d = { { { .n = 3, .name = "x" }, { 1, 2 } }, table };
	d.n++; d.pair.a = 5; d.other = (base *)&d;
	printf("%d %d %s\n", sum(&d, &table[1], "%d"), GET(&table[0]), d.name);
	WITH(&table[0]) table[0].n = 10;
	printf("%d %d %d\n", early(&table[0], 1), early(&table[0], 9), early(table, 5));
	if (argc) mutex (table[0], table[1], &table[4], d, global.in, global.arr[1], global.arr[0]) d.n += global.arr[1].n; else puts("no");
	spin s = {0}, s2 = {0};
	mutex (s, s2, &s) { printf("locked %d %d\n", s.v, s2.v); }
	printf("unlocked %d\n", s.v);
	pthread_mutex_t pm = PTHREAD_MUTEX_INITIALIZER;
	mutex (pm, stdout, s, d) { printf("mixed\n"); }
	task(struct point) tp = spawn mk(1, 2.5);
	task(int *) ti = spawn ptr(&d.n);
	struct point p = join(tp);
	printf("%g %g %d\n", p.x, p.y, *join(ti));
	int hits = 0;
	{ task(void) t[4]; for (int i = 0; i < 4; i++) t[i] = spawn bump(&hits); for (int i = 0; i < 4; i++) join(t[i]); }
	printf("%d\n", hits);
	counter c2[2][2] = { { { 0, 10 }, { 10, 20 } }, { { 20, 30 }, { .from = 30, .to = 40 } } };
	long all = 0;
	for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { join(c2[i][j]); all += c2[i][j].sum; }
	named nm = { { 0, 5 }, "label" };
	join(nm);
	printf("%ld %ld %s %ld\n", all, nm.sum, nm.label, total(3));
	counter *pc = &nm.conc_counter;
	(void)pc;
	struct holder *h = new struct holder { { 9, "new" }, { { 8 } }, 3 };
	printf("%d %s %d %d\n", h->in.n, h->in.name, h->arr[0].n, h->tail);
	delete h;
	int (*fp)(base *, base *, const char *, ...) = sum;
	printf("%d\n", fp(&table[0], &table[1], ""));
	long r = 0;
	for (task(int *) q = spawn ptr(&hits); r < 1; r++) printf("%d\n", *join(q));
	{ blocking { if (argc == 77) goto end; } }

end:
	return 0;
}
