/* SPDX-License-Identifier: MIT */
/* What a thread does to itself: its band, its name, its permit, a once of its own. Nothing of it shows in the result. */
#include "generate.h"

static void declare(struct program *p)
{
	text_add(&p->declarations, "__attribute__((unused)) static void add_one(void *n) { ++*(unsigned long *)n; }\n");
}

static bool statement(struct program *p)
{
	switch (below(p, 6)) {
	case 0: say(p, "conc_set_band(CONC_BAND_URGENT);"); break;
	case 1: say(p, "conc_set_band(CONC_BAND_NORMAL);"); break;
	case 2: say(p, "conc_set_name(\"%s of %%lu\", %luul);", chance(p, 50) ? "one" : "a thread", below(p, 9)); break;
	case 3: say(p, "conc_unpark(conc_self()), note(conc_park() == 0);"); break;
	case 4: say(p, "note(conc_cpu_time() >= 0);"); break;
	default:
		say(p, "{ conc_once o; unsigned long n = 0; for (int i = 0; i < 3; i++) conc_once_call(&o, add_one, &n); note(n == 1); }");
	}
	return true;
}

const struct construct construct_self = { .name = "self", .declare = declare, .statement = statement, .weight = 2 };
