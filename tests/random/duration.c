/* SPDX-License-Identifier: MIT */
/* Durations: in sleeps, and wherever an integer constant may stand. */
#include "generate.h"

static void declare(struct program *p)
{
	text_add(&p->declarations,
		"enum { TICK = 250us / 1us, TICKS = (int)(1.5ms / 250us) };\n"
		"__attribute__((unused)) static const conc_duration steps[3ns] = { 1000ns, [2] = 0.001ms, [1] = -2us };\n"
		"__attribute__((unused)) static unsigned long unit(conc_duration d)\n"
		"{\n\tswitch (d) {\n\tcase 1ns: return 1;\n\tcase 1us: return 2;\n\tcase 2min ... 1h: return 3;\n\tdefault: return 4;\n\t}\n}\n");
}

static bool statement(struct program *p)
{
	static const char *const sleeps[] = { "1us", "10000ns", "0.02ms", "2 * 5us", "-1s", "steps[0]", "({ 1us; })", "0s" };
	if (p->at.spinning || p->at.times > 10) return false;
	unsigned long n = below(p, 8);
	if (n == 5) say(p, "conc_sleep(steps[%lu]);", below(p, 3));
	else say(p, "conc_sleep(%s);", sleeps[n]);
	return true;
}

static bool term(struct program *p, int into)
{
	static const struct { const char *text; unsigned long value; } constants[] = {
		{ "(unsigned long)(3us / 1ns)", 3000 }, { "(unsigned long)TICK", 250 }, { "(unsigned long)TICKS", 6 },
		{ "unit(1us)", 2 }, { "unit(3min)", 3 }, { "unit(1h + 1ns)", 4 }, { "sizeof(char[5ns])", 5 },
		{ "(unsigned long)(steps[1] + 1ms)", 998000 }, { "(1h > 59min ? 8ul : 9ul)", 8 },
	};
	unsigned long n = below(p, sizeof constants / sizeof *constants);
	say(p, "%s", constants[n].text);
	shadow_add(p, into, constant(constants[n].value));
	return true;
}

const struct construct construct_duration = {
	.name = "duration", .declare = declare, .statement = statement, .term = term, .weight = 2
};
