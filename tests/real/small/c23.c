// flags: -std=gnu2x
// back ends: gcc
/* SPDX-License-Identifier: MIT */
/* C23, as far as gcc 12 knows it. */
#include <stdio.h>
#include <limits.h>

[[maybe_unused]] static int unused;
[[nodiscard("why")]] static int result([[maybe_unused]] int, int named) { return named; }
struct [[deprecated]] old { int a [[maybe_unused]]; };
enum [[gnu::packed]] small { A [[deprecated]] = 1, B, };
[[noreturn]] [[gnu::cold, gnu::noinline]] static void stop(void) { for (;;) ; }
[[]] static int empty [[]] = 3;
[[gnu::copy(result)]] static int copied(int, int b) { return b; }
_Static_assert(sizeof(int) == 4);
_Static_assert(CHAR_BIT == 8, "bytes");
static int labels(int n)
{
	switch (n) {
	case 1: n++; [[fallthrough]];
	case 2: int declared = n; return declared;
	case 3: label: [[maybe_unused]] end: }
	if (n > 10) goto label;
	return n;
	last:
}
static double separators(void) { return 1'000'000 + 0xff'ff + 0b1010'0101 + 1'0.5'0 + 'a'; }
static unsigned bits = 0B11, hex = 0X1F;
static const char char8_like[] = u8"ä";
#ifdef __has_include
#if __has_include(<stdio.h>) && !__has_include("no such file.h")
#define HAS 1
#endif
#endif
#if __has_c_attribute(fallthrough) >= 1 && defined __has_c_attribute
#define ATTRIBUTE 1
#endif
#ifdef NOTHING
#elifdef HAS
static int elifdef = 1;
#endif
#ifndef HAS
#elifndef NOTHING
static int elifndef = 2;
#endif
#define VA(x, ...) (x __VA_OPT__(+ sum(__VA_ARGS__)))
static int sum(int a, ...) { return a; }
static _Float16 half = 1.5f16; static _Float128 quad = 2.5f128; static _Float32x f32x = 1.0f32x; static _Decimal64 decimal = 1.5dd;
static int unnamed(int, char *, double) { return 7; }
static int mutex(int, [[maybe_unused]] int thread) { return thread; }

int main(void)
{
	[[maybe_unused]] int x = 1, y [[gnu::unused]] = 2;
	[[maybe_unused]] for (int i = 0; i < 2; i++) [[maybe_unused]] x++;
	if (x == 100) stop();
	printf("%d %d %d %d\n", result(1, 2), copied(1, 3), empty, unused);
	printf("%d %d %d\n", labels(1), labels(2), labels(3));
	printf("%g %u %u\n", separators(), bits, hex);
	printf("%d %d %d %d\n", HAS, ATTRIBUTE, elifdef, elifndef);
	printf("%d %d\n", VA(1), VA(1, 2));
	printf("%g %g %g %d\n", (double)half, (double)quad, (double)f32x, (int)(decimal * 2));
	printf("%d %d %zu\n", unnamed(1, 0, 2), mutex(1, 5), sizeof char8_like);
	return (struct old){ 0 }.a + (int)sizeof(enum small) - 1 + y - 2;
}
