/* SPDX-License-Identifier: MIT */
/* Semaphores as limits: never more inside than there are units. */
#include "generate.h"

static void function(struct program *p)
{
	unsigned long units = 1 + below(p, 4), guests = 1 + below(p, 8), visits = 1 + below(p, 6);
	bool by_hand = chance(p, 50);
	scene(p, "limit");
	const char *name = p->function->name;
	say(p, "struct house_of_%s { conc_semaphore places; unsigned long inside, visits; };\n", name);
	say(p, "static unsigned long visit_%s(struct house_of_%s *h, int times)\n{\n", name, name);
	say(p, "\tfor (int i = 0; i < times; i++) {\n\t\t%s\n", by_hand ? "conc_semaphore_wait(&h->places);" : "mutex (h->places) {");
	say(p, "\t\tnote(__atomic_add_fetch(&h->inside, 1, __ATOMIC_RELAXED) <= %lu);\n", units);
	say(p, "\t\tif (i %% 2) conc_yield();\n\t\t__atomic_add_fetch(&h->visits, 1, __ATOMIC_RELAXED);\n");
	say(p, "\t\t__atomic_sub_fetch(&h->inside, 1, __ATOMIC_RELAXED);\n\t\t%s\n\t}\n", by_hand ? "conc_semaphore_post(&h->places);" : "if (i > 1) continue; }");
	say(p, "\treturn (unsigned long)times;\n}\n");
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tstruct house_of_%s h = { .places = CONC_SEMAPHORE(%lu) };\n", name, name, units);
	say(p, "\ttask(unsigned long) t[%lu];\n\tfor (int i = 0; i < %lu; i++) t[i] = spawn visit_%s(&h, %lu);\n", guests, guests, name, visits);
	say(p, "\tfor (int i = 0; i < %lu; i++) n += join(t[i]);\n\treturn (n + h.visits) %% %lu;\n}\n", guests, unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(2 * guests * visits));
	scene_end(p, 20 + 3 * guests * visits);
}

const struct construct construct_semaphore = { .name = "semaphore", .function = function };
