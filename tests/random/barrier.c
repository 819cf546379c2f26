/* SPDX-License-Identifier: MIT */
/* Barriers: in each round every thread reads what its neighbour wrote in the round before. */
#include "generate.h"

static unsigned long answer(unsigned long threads, unsigned long rounds)
{
	unsigned long values[2][8] = { { 0 } };
	for (unsigned long r = 0; r < rounds; r++)
		for (unsigned long i = 0; i < threads; i++)
			values[(r + 1) % 2][i] = (3 * values[r % 2][(i + 1) % threads] + i + r) % 1000;
	unsigned long sum = 0;
	for (unsigned long i = 0; i < threads; i++) sum += values[rounds % 2][i] * (i + 1);
	return sum + rounds;
}

static void function(struct program *p)
{
	unsigned long threads = 1 + below(p, 8), rounds = 1 + below(p, 9);
	bool hook = chance(p, 50);
	scene(p, "rounds");
	const char *name = p->function->name;
	say(p, "struct hall_of_%s { conc_barrier b; unsigned long values[2][8], rounds; };\n", name);
	say(p, "__attribute__((unused)) static inline void count_%s(conc_barrier *b) { ((struct hall_of_%s *)(void *)b)->rounds++; }\n", name, name);
	say(p, "thread walker_of_%s { struct hall_of_%s *h; unsigned long i; };\n", name, name);
	say(p, "static void main(walker_of_%s *self)\n{\n\tstruct hall_of_%s *h = self->h;\n", name, name);
	say(p, "\tfor (unsigned long r = 0; r < %lu; r++) {\n", rounds);
	say(p, "\t\th->values[(r + 1) %% 2][self->i] = (3 * h->values[r %% 2][(self->i + 1) %% %lu] + self->i + r) %% 1000;\n", threads);
	if (hook) say(p, "\t\tconc_barrier_wait(&h->b);\n\t}\n}\n");
	else say(p, "\t\tif (conc_barrier_wait(&h->b)) __atomic_add_fetch(&h->rounds, 1, __ATOMIC_RELAXED);\n\t}\n}\n");
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tstruct hall_of_%s h = { .b = { %lu%s%s } };\n\t{\n", name, name, threads, hook ? ", count_" : ", 0", hook ? name : "");
	say(p, "\t\twalker_of_%s w[] = {", name);
	for (unsigned long i = 0; i < threads; i++) say(p, " { &h, %lu },", i);
	say(p, " };\n\t}\n\tn += h.rounds;\n\tfor (unsigned long i = 0; i < %lu; i++) n += h.values[%lu][i] * (i + 1);\n", threads, rounds % 2);
	say(p, "\treturn n %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(answer(threads, rounds)));
	scene_end(p, 30 + 4 * threads * rounds);
}

const struct construct construct_barrier = { .name = "barrier", .function = function };
