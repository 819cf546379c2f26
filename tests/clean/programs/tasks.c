/* SPDX-License-Identifier: MIT */
/* spawn, task and join in every place. */
#include <conc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

struct point { double x, y; };
enum colour { RED, GREEN };
typedef int function_t(int);

static void nothing(void) { }
static void one_argument(const char *text) { (void)text; }
static int square(int n) { return n * n; }
static long fib(int n)
{
	if (n < 2) return n;
	task(long) a = spawn fib(n - 1);
	long b = fib(n - 2);
	return join(a) + b;
}
static struct point middle(struct point a, const struct point *b) { return (struct point){ (a.x + b->x) / 2, (a.y + b->y) / 2 }; }
static enum colour other(enum colour c) { return c == RED ? GREEN : RED; }
static bool both(bool a, bool b) { return a && b; }
static float half(float x) { return x / 2; }
static const char *name_of(int n) { return n ? "some" : "none"; }
static function_t *which(int n) { return n ? square : NULL; }
static unsigned char low(unsigned char a, signed char b, short c, unsigned short d, char e, long long f, size_t g, long double h)
{
	return (unsigned char)(a + b + c + d + e + (int)f + (int)g + (int)h);
}
static int sum_of(int n, ...)
{
	int sum = 0;
	va_list list;
	va_start(list, n);
	while (n-- > 0) sum += va_arg(list, int);
	va_end(list);
	return sum;
}
static int fill(int n, int a[static 1]) { return a[0] = n; }
static int last(int n, char *const argv[], int (*f)(int), const volatile int *v) { return f(n) + (argv[0] != NULL) + *v; }

struct job { task(int) t; int n; };
struct jobs { struct job first; task(void) v; };
struct table { int (*f)(int); void (*g)(const char *); };

static task(int) start(int n)
{
	task(int) t = spawn square(n);
	return t;
}
static task(int) straight(int n) { return spawn square(n); }
static int finish(task(int) t) { return join(t); }
static int finish_all(task(int) t[2]) { return join(t[0]) + join(t[1]); }

static int moves(int n)
{
	task(int) t = spawn square(n), u = t, w, many[2] = { spawn square(1), start(2) };
	task(void) v = spawn nothing();
	struct job j = { spawn square(3), 4 };
	struct jobs js = { .first = { .n = 1 } };
	js.first.t = spawn square(7);
	js.v = spawn one_argument("x");
	w = u;
	t = spawn square(5);
	t = w;
	join(v);
	spawn nothing();
	spawn one_argument("y");
	spawn square(9);
	(void)join(start(1));
	if (join(t) == 25) n++;
	return n + finish(start(3)) + finish(spawn square(2)) + finish_all(many) + join(j.t) + join(straight(4)) + join(js.first.t);
}

static double all_types(int n, struct table *p)
{
	int room[1];
	const volatile int nv = 3;
	char *none[] = { NULL };
	struct point a = { 1, 2 }, b = { 3, 4 };
	task(struct point) tp = spawn middle(a, &b);
	task(enum colour) tc = spawn other(GREEN);
	task(bool) tb = spawn both(true, n > 2);
	task(float) tf = spawn half(3.0f);
	task(const char *) ts = spawn name_of(n);
	task(function_t *) tw = spawn which(1);
	task(unsigned char) tl = spawn low(1, 2, 3, 4, 'e', 6, 7, 8.0L);
	task(int) ti = spawn p->f(4), tv = spawn sum_of(3, 1, 2, 3), tr = spawn fill(5, room), ta = spawn last(1, none, square, &nv);
	task(int) computed = spawn (n ? square : p->f)(3), through = spawn (*p->f)(3);
	int y;
	bool ok;
	spawn p->g("z");
	spawn sum_of(1, 2);
	y << ti;
	ok = y << tv;
	if (!ok || join(tc) == GREEN || !join(tb)) return 0;
	struct point m = join(tp);
	return m.x + (double)join(tf) + (double)(join(ts)[0]) + join(tw)(2) + join(tl) + y + join(tr) + join(ta) + join(computed) + join(through);
}

int main(void)
{
	struct table t = { square, one_argument };
	for (int i = 0; i < 2; i++) {
		task(int) in_loop = spawn square(i);
		if (i == 1) break;
	}
	printf("%ld %d %g\n", join(spawn fib(10)), moves(2), all_types(3, &t));
	return 0;
}
