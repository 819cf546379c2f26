/* SPDX-License-Identifier: MIT */
/* Separate objects: quiet(s), by clients that see without a reservation what their calls did. tests/model/separate has
 * the random programs of blocks. */
#include "generate.h"

static void say_quiet(struct program *p)
{
	switch (below(p, 4)) {
	case 0: say(p, "\t\twaituntil (quiet(b)) { }\n"); break;
	case 1: say(p, "\t\twaituntil (quiet(b)) { } or waituntil (timeout(1h)) { note(0); }\n"); break;
	case 2: say(p, "\t\tfor (bool is = false; !is;)\n\t\t\twaituntil (quiet(b)) { is = true; } or waituntil (timeout(%s)) { }\n", chance(p, 50) ? "0s" : "1us"); break;
	default: say(p, "\t\twaituntil (unsigned long x << never) { note(x + 1 == 0); } or waituntil (quiet(b)) { } and waituntil (quiet(b)) { conc_yield(); }\n");
	}
}

static void function(struct program *p)
{
	unsigned long clients = 1 + below(p, 4), rounds = 1 + below(p, 8), calls = 1 + below(p, 5);
	bool passive = chance(p, 30);
	scene(p, "errands");
	const char *name = p->function->name;
	say(p, "struct box_of_%s { unsigned long sum; };\n", name);
	say(p, "static void put_%s(struct box_of_%s *b, unsigned long by, uintptr_t mine)\n{\n\tb->sum += by;\n", name, name);
	if (!passive && chance(p, 30)) say(p, "\tif (by %% 3 == 0) conc_yield();\n");
	say(p, "\t++*(unsigned long *)mine;\n}\n");
	say(p, "static unsigned long in_%s(const struct box_of_%s *b) { return b->sum; }\n", name, name);
	say(p, "static unsigned long send_%s(separate struct box_of_%s *b)\n{\n\tunsigned long mine = 0;\n", name, name);
	say(p, "\t__attribute__((unused)) channel(unsigned long) never = {0};\n");
	say(p, "\tfor (unsigned long i = 1; i <= %lu; i++) {\n", rounds);
	say(p, "\t\tseparate (b) for (int k = 0; k < %lu; k++) put_%s(b, i, (uintptr_t)&mine);\n", calls, name);
	say_quiet(p);
	say(p, "\t\tnote(mine == i * %lu);\n\t}\n\treturn mine;\n}\n", calls);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tseparate struct box_of_%s *b = new separate struct box_of_%s {};\n", name, name, name);
	if (passive) say(p, "\tconc_set_passive(b);\n");
	say(p, "\ttask(unsigned long) t[%lu];\n\tfor (int i = 0; i < %lu; i++) t[i] = spawn send_%s(b);\n", clients, clients, name);
	say(p, "\tfor (int i = 0; i < %lu; i++) n += join(t[i]);\n\tseparate (b) n += in_%s(b);\n\tdelete b;\n\treturn n %% %lu;\n}\n", clients, name, unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(clients * rounds * calls + clients * calls * rounds * (rounds + 1) / 2));
	scene_end(p, 80 + clients * rounds * (calls + 4) * 2);
}

const struct construct construct_separate = { .name = "separate", .function = function };
