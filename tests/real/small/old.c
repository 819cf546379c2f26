// flags: -std=gnu89
// back ends: gcc
// ways: conc
/* SPDX-License-Identifier: MIT */
/* C as it was: functions without prototypes, int that nobody wrote, names that are keywords by now. */
#include <stdio.h>
#include <stdlib.h>

extern total;
static counter = 3, *where = &counter;
int total = 5;
char *words[] = { "new", "delete", 0 };
auto_counter() { static n; return n++; }
add(a, b) { return a + b; }
double scale(x, by) double x; float by; { return x * by; }
char *pick(list, n) char **list; register n; { return list[n]; }
int (*chosen(n))() { return n ? add : auto_counter; }
int apply(f, a, b) int (*f)(), a, b; { return (*f)(a, b) + f(a, b); }
int matrix(m, n) int m[][2]; unsigned n; { return m[n][1]; }
struct pair { int a, b; } swap(p) struct pair p; { struct pair q; q.a = p.b; q.b = p.a; return q; }
int thread(monitor, actor) struct pair *monitor; int actor; { return monitor->a + actor; }
int mutex(lock, task) int lock; long task; { { int channel = lock; lock = channel + task; } return lock; }
static later();
use_later() { return later(2); }
static later(new) { return new * new; }
extern int implicit_sum();
int names(bool, true, constexpr, nullptr, alignas, thread_local, static_assert, typeof_unqual) { return bool + true + constexpr + nullptr + alignas + thread_local + static_assert + typeof_unqual; }
unsigned char_count(restrict) char *restrict; { unsigned n = 0; while (*restrict++) n++; return n; }
struct keywords { int bool, true, false, alignas, alignof, constexpr, nullptr, static_assert, thread_local, restrict, _Generic_; } keywords = { 1, 2 };
typedef long ulong_; typedef int u_int_alias, off;
int types(size) ulong_ size; { off o = size; size_t size_t = o; return size_t; }

main(argc, argv)
	int argc;
	char **argv;
{
	auto int i = 1; register r; auto j = 2; const k = 4; volatile v; short s = 1; unsigned u = 3;
	struct pair p; int m[2][2];
	p.a = 1; p.b = 2; m[1][1] = 9; v = r = k;
	printf("%d %d %d %s\n", add(1, 2), (int)scale(2.0, 1.5), apply(chosen(1), 2, 3), pick(words, 1));
	printf("%d %d %d %d\n", matrix(m, 1), swap(p).a, thread(&p, 3), mutex(1, 2L));
	printf("%d %d %d\n", use_later(), implicit_sum(4), names(1, 2, 3, 4, 5, 6, 7, 8));
	printf("%u %d %d %d\n", char_count("four"), keywords.bool, keywords.true, types(7L));
	printf("%d %d %d %d\n", i + j + k + v + r + s + u, auto_counter(), auto_counter(), *where + total);
	exit(argc == 1 && argv[0] ? 0 : 1);
}
implicit_sum(n) { int inline_sum = 0; while (n) inline_sum += n--; return inline_sum; }
