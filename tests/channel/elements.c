// SPDX-License-Identifier: MIT
// Elements of all sizes and alignments, through a buffer and from hand to hand.
#include <conc.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

struct odd { char bytes[3]; };
struct wide { _Alignas(64) double d[8]; };
struct large { long n; char bytes[1 << 20]; };
union both { int i; float f; };

static void send_odd(channel(struct odd) *c, struct odd *o) { c << *o; }
static void send_wide(channel(struct wide) *c, struct wide *w) { c << *w; }
static void send_large(channel(struct large) *c, struct large *l) { c << *l; }
static void send_union(channel(union both) *c, union both *u) { c << *u; }
static void send_char(channel(char) *c, char x) { c << x; }
static void send_long_double(channel(long double) *c, long double x) { c << x; }

int main(void)
{
	channel(struct odd) odds[2] = {{2}, {}};
	channel(struct wide) wides[2] = {{2}, {}};
	channel(struct large) larges[2] = {{2}, {}};
	channel(union both) unions[2] = {{2}, {}};
	channel(char) chars[2] = {{2}, {}};
	channel(long double) reals[2] = {{2}, {}};
	struct odd odd = {"ab"}, odd_taken;
	struct wide wide = {{[7] = 2.5}}, wide_taken;
	struct large *large = new struct large {3, {0}}, *large_taken = new struct large {0};
	union both both = {.i = 4}, both_taken;
	char c;
	long double real;
	large->bytes[sizeof large->bytes - 1] = 'z';
	for (int i = 0; i < 2; i++) {
		spawn send_odd(&odds[i], &odd);
		spawn send_wide(&wides[i], &wide);
		spawn send_large(&larges[i], large);
		spawn send_union(&unions[i], &both);
		spawn send_char(&chars[i], 'x');
		spawn send_long_double(&reals[i], 1.25L);
		odd_taken << odds[i];
		wide_taken << wides[i];
		*large_taken << larges[i];
		both_taken << unions[i];
		c << chars[i];
		real << reals[i];
		printf("%s %g %d %ld %c %d %c %Lg\n", odd_taken.bytes, wide_taken.d[7],
		       (int)((uintptr_t)&wide_taken % 64), large_taken->n,
		       large_taken->bytes[sizeof large_taken->bytes - 1], both_taken.i, c, real);
		*large_taken = (struct large){0};
	}
	delete large;
	delete large_taken;
}
