// SPDX-License-Identifier: MIT
// A duration is a constant expression: an array's bound, a designator, a case, a bit-field's width, an enumerator. What
// is made of it has its type everywhere.
#include <conc.h>
#include <stdio.h>

enum { TICK = 3ns };
static const conc_duration steps[3ns] = { 1000ns, [2ns] = 0.001ms, [1] = -2us };
struct field { unsigned bits : 5ns; };
_Static_assert(sizeof steps / sizeof *steps == TICK && 1us == 1000ns, "values");

static long in_microseconds(conc_duration d) { return (long)(d / 1us); }

static const char *name_of(conc_duration d)
{
	switch (d) {
	case 1ms: return "a millisecond";
	case 1s: return "a second";
	default: return "something else";
	}
}

int main(void)
{
	struct field f = { 31 };
	long sum = join(spawn in_microseconds(steps[1] + 1ms)) + join(spawn in_microseconds(steps[2]));

	printf("%ld %s %s %s %u\n", sum, name_of(1000us), name_of(1s), name_of(2s), f.bits);
}
