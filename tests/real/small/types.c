// flags: -Wno-pedantic
/* SPDX-License-Identifier: MIT */
/* Types of GNU C, and declarations whose parts may stand in any order. */
#include <complex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef int vector __attribute__((vector_size(16)));
typedef float __attribute__((__vector_size__(8))) floats;
typedef unsigned u128 __attribute__((mode(TI)));
typedef int (*operation)(int, int), *pointer, list[3], (*table[2])(void);
struct __attribute__((packed, aligned(2))) packed { char c; int i __attribute__((aligned(1))); short s; };
struct bits { unsigned a : 3, : 2, b : 4; int : 0; signed c : 5; _Bool d : 1; } __attribute__((packed));
struct flexible { int count; int data[]; };
struct zero { int n; int a[0]; char tail[0]; };
struct anonymous { union { int i; struct { short low, high; }; float f; }; enum { RED = 1, GREEN = 1 << 2, } color; };
enum __attribute__((packed)) small { ONE = 1, TWO, FIVE __attribute__((unused)) = 5 };
enum negative { LESS = -1, MORE = 0x7fffffff };
extern struct incomplete *nowhere;
struct outer { struct outer *(*make)(struct outer *(*)(void), int); int (*(*grid)[2])(int); } ;

int long unsigned static const long volatile odd_order = 3ull;
short typedef signed int shorty;
double long long_double = 1.5l;
int typedef unsigned natural;
const char *const names[] = { [1] = "one", "two", [0] = "zero" }, *const *name = names;
int signed_char_, (parenthesised) = 4, (*(to_parenthesised)) = &parenthesised, ((twice)) = 5;
_Alignas(32) _Thread_local static int aligned = 9;
static _Atomic int atomic_int_; static _Atomic(long) atomic_long_; static atomic_uint *atomic_pointer;
static inline __attribute__((always_inline)) _Bool is(int);
static _Noreturn void never(void) { for (;;); }
static int add(int a, int b) { return a + b; }
static operation choose(int n) { return n ? add : 0; }
static int (*choose2(int n))(int, int) { return n ? add : 0; }
static int (*(*choose3(void))(int))(int, int) { return choose2; }
static int rows(int n, int (*a)[n], int m) { return a[m][n - 1]; }
static int qualified(int a[const restrict static 2], int b[*], char *const *volatile c);
static int qualified(int a[const restrict static 2], int b[2], char *const *volatile c) { return a[0] + b[1] + (c == 0); }
static inline _Bool is(int n) { return n; }

typedef int T;
static int ambiguous(int x)
{
	T * p = &x;		/* a declaration */
	int T = 3, y;		/* from here on a variable */
	y = (T) * x;		/* a product */
	y += (T) + (x) - (T) ? 1 : 2;
	return 0 ? *p : y;
}
static int casts(int x)
{
	T y = (T)x + (T)(x) + (T)-x + (T)+x + (T)~x + (T)!x + (T)*&x + (T)&x * 0;
	y += sizeof (T) * x + sizeof(T)-1 + sizeof x + sizeof (x)[&x] + sizeof(T[3]) / sizeof(T) + _Alignof(T);
	y += (T){ 3 } + (T[]){ 1, 2 }[1] + (int){ (T)1 } + *(T *){ &x } + (*(T(*)[1])&x)[0];
	return y;
}

int main(void)
{
	vector a = { 1, 2, 3, 4 }, b = a + 1, c = a * b > 6, d = -a;
	__int128 big = (__int128)1 << 100; unsigned __int128 ubig = ~(unsigned __int128)0; u128 mode = ubig >> 64;
	double _Complex z = 1.0 + 2.0 * I, w = z * z; float _Complex cf = 3.0f + 2.0if; __complex__ long double cl = 1.0L;
	printf("%d %d %d %d\n", b[0], b[3], c[1], d[2]);
	printf("%d %llx %d\n", (int)(big >> 98), (unsigned long long)mode, (int)sizeof big);
	printf("%g %g %g %g %d\n", creal(w), __imag__ w, (double)__real__ cf, (double)cimagf(cf), (int)(__real__ cl));
	struct packed packed = { 'x', 0x01020304, 5 }; struct bits bits = { 7, 15, -16, 1 };
	printf("%zu %zu %d %u %u %d %d\n", sizeof packed, offsetof(struct packed, s), packed.i, bits.a, bits.b, bits.c, bits.d);
	static struct flexible flexible = { 2, { 5, 6 } }; struct zero zero = { 1 };
	printf("%d %zu %zu %d\n", flexible.data[1], sizeof flexible, sizeof zero, (int)(zero.a == (int *)(&zero + 1)));
	struct anonymous anonymous = { { .high = 3 }, .color = GREEN }; anonymous.low = 1;
	printf("%x %d %d %d %d\n", (unsigned)anonymous.i, anonymous.color, (int)sizeof(enum small), LESS, MORE);
	printf("%llu %d %g %s %s\n", (unsigned long long)odd_order, (shorty)65537, (double)long_double, names[2], *name);
	printf("%d %d %d %d\n", *to_parenthesised, twice, aligned, (int)((uintptr_t)&aligned % 32));
	atomic_int_ += 5; atomic_int_++; atomic_fetch_add(&atomic_long_, 3); atomic_pointer = (atomic_uint *)&atomic_int_;
	printf("%d %ld %d\n", atomic_int_, atomic_long_, (int)*atomic_pointer);
	int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, vla_n = 3, vla[vla_n][2 * vla_n]; vla[2][5] = 4;
	printf("%d %d %d %d %d\n", choose(1)(1, 2), choose2(1)(3, 4), choose3()(1)(5, 6), rows(3, grid, 1), vla[2][5]);
	printf("%zu %zu %d\n", sizeof vla, sizeof(int[vla_n++]), vla_n);
	printf("%d %d %d %d\n", qualified(grid[0], grid[1], NULL), ambiguous(2), casts(7), is(3));
	printf("%d %d\n", _Generic(a, vector: 1, default: 2), _Generic((char *)0, const char *: 1, char *: 2, default: 3));
	floats f = { 1.5f, 2.5f }; __typeof__(f[0]) sum = f[0] + f[1]; __auto_type more = sum * 2; const typeof(more) *pm = &more;
	printf("%g %g %d\n", (double)sum, (double)*pm, (int)sizeof(typeof(int (*)[3])));
	if (parenthesised == 0) never();
	for (struct { int i; char *s; } it = { 0, "for" }; it.i < 2; it.i++) printf("%s%d ", it.s, it.i);
	struct point { int x, y; } points[] = { [2].x = 1, [2].y = 2, [0] = { .y = 3, }, { 4, 5 }, }, *q = (struct point[]){ { 6, 7 }, { 8 } };
	printf("%zu %d %d %d %d\n", sizeof points / sizeof *points, points[0].y, points[1].x, points[2].y, q[1].y + q->x);
	printf("%d %d\n", (int)sizeof(struct outer), nowhere == 0);
	return 0;
}
struct incomplete *nowhere;
