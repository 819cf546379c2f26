/* SPDX-License-Identifier: MIT */
/* The switch of stacks alone, with nothing of the scheduler: values of all registers
 * survive, also floating-point ones, and modes. Plain assertions, so that it can be built
 * for other machines without a test library. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/context.h"
#include "rounding.h"

#define CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #x); \
			exit(1); \
		} \
	} while (0)

static void *there, *here;
static struct conc_processor *const tokens = (struct conc_processor *)0x1000;
static long turns;
static int modes = 1; /* which of the two switches is under test */

/* As many values alive over the switch as there are registers to hold them. */
static __attribute__((noinline)) double across(struct conc_processor *token, void **from, void **to,
	long seed)
{
	volatile long v = seed;
	long a = v, b = v * 3, c = v * 5, d = v * 7, e = v * 11, f = v * 13, g = v * 17, h = v * 19;
	double p = (double)v, q = p * 1.5, r = p * 2.5, s = p * 3.5, t = p * 4.5, u = p * 5.5;
	double w = p * 6.5, x = p * 7.5;

	CHECK((modes ? conc_context_switch_modes : conc_context_switch)(from, *to, token) == tokens);
	CHECK(a == v && b == v * 3 && c == v * 5 && d == v * 7 && e == v * 11 && f == v * 13);
	CHECK(g == v * 17 && h == v * 19);
	return p + q + r + s + t + u + w + x - (double)v * 32;
}

_Noreturn void conc_context_main(struct conc_processor *processor)
{
	CHECK(processor == tokens);
	CHECK((uintptr_t)__builtin_frame_address(0) % 16 == 0);
	CHECK(get_rounding() == 0);
	if (modes)
		set_rounding(1);
	for (;;) {
		turns++;
		across(tokens, &there, &here, turns * 1000);
		CHECK(get_rounding() == (modes ? 1 : 0));
	}
}

static void there_and_back(char *top)
{
	turns = 0;
	there = conc_context_make(top);
	if (modes)
		set_rounding(2);
	for (long i = 1; i < 1000; i++) {
		across(tokens, &here, &there, i);
		CHECK(turns == i);
		CHECK(get_rounding() == (modes ? 2 : 0));
	}
	set_rounding(0);
}

int main(void)
{
	static _Alignas(16) char stack[2][65536];

	there_and_back(stack[0] + sizeof stack[0]);
	modes = 0;
	there_and_back(stack[1] + sizeof stack[1]);
	puts("ok context");
	return 0;
}
