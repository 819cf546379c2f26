/* SPDX-License-Identifier: MIT */
/* Conditions: bounded buffers with fixed numbers of items, turns that go round, each with a lock of any kind that can
 * be waited with. They take no lock of the world, so that they can be called anywhere. */
#include "generate.h"

static const struct { const char *type, *hold, *wait; } locks[] = {
	{ "account", "b->lock", "&b->lock" }, { "account", "&b->lock", "&b->lock" },
	{ "conc_mutex", "b->lock", "&b->lock" }, { "conc_owner_lock", "b->lock", "&b->lock" },
	{ "conc_rw_lock", "b->lock", "&b->lock" }, { "pension", "b->lock", "(account *)&b->lock" },
};

/* Producers put 1 … each; consumers take what was put; the sum of all is known. */
static void buffer(struct program *p)
{
	unsigned long producers = 1 + below(p, 4), consumers = 1 + below(p, 4), each = consumers * (1 + below(p, 12));
	unsigned long room = 1 + below(p, 4), taken = producers * each / consumers, kind = below(p, 6);
	const char *hold = locks[kind].hold, *wait = locks[kind].wait;
	scene(p, "buffer");
	const char *name = p->function->name;
	say(p, "struct buffer_of_%s { %s lock; unsigned long items[%lu], in, out; conc_condition changed, filled; };\n", name, locks[kind].type, room);
	say(p, "static void put_%s(struct buffer_of_%s *b, unsigned long item)\n{\n\tmutex (%s) {\n", name, name, hold);
	say(p, "\t\twhile (b->in - b->out == %lu) conc_wait(&b->changed, %s);\n", room, wait);
	say(p, "\t\tb->items[b->in++ %% %lu] = item;\n\t\tconc_signal(&b->filled);\n\t}\n}\n", room);
	say(p, "static unsigned long get_%s(struct buffer_of_%s *b)\n{\n\tmutex (%s) {\n", name, name, hold);
	say(p, "\t\twhile (b->in == b->out) %s(&b->filled, %s%s);\n", kind % 2 ? "conc_wait" : "(void)conc_wait_for", wait, kind % 2 ? "" : ", 1s");
	say(p, "\t\tunsigned long item = b->items[b->out++ %% %lu];\n\t\tconc_broadcast(&b->changed);\n\t\treturn item;\n\t}\n}\n", room);
	say(p, "static void produce_%s(struct buffer_of_%s *b)\n{\n\tfor (unsigned long i = 1; i <= %lu; i++) put_%s(b, i);\n}\n", name, name, each, name);
	say(p, "thread eater_of_%s { struct buffer_of_%s *b; unsigned long sum; };\n", name, name);
	say(p, "static void main(eater_of_%s *self)\n{\n\tfor (int i = 0; i < %lu; i++) self->sum += get_%s(self->b);\n}\n", name, taken, name);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tstruct buffer_of_%s b = {0};\n", name, name);
	say(p, "\ttask(void) t[%lu];\n\tfor (int i = 0; i < %lu; i++) t[i] = spawn produce_%s(&b);\n", producers, producers, name);
	say(p, "\teater_of_%s e[%lu] = {", name, consumers);
	for (unsigned long i = 0; i < consumers; i++) say(p, " { .b = &b },");
	say(p, " };\n");
	say(p, "\tfor (int i = 0; i < %lu; i++) {\n\t\tjoin(e[i]);\n\t\tn += e[i].sum;\n\t}\n\treturn n %% %lu;\n}\n", consumers, unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(producers * each * (each + 1) / 2));
	scene_end(p, 60 + producers * each * 3);
}

/* Each of some threads adds to a number in its turn: the order is known, so is the number. */
static void turns(struct program *p)
{
	unsigned long threads = 2 + below(p, 4), rounds = 1 + below(p, 8), number = 1, how = below(p, 3);
	static const char *const wakes[] = { "conc_signal(&t->changed[t->turn])", "conc_broadcast(&t->changed[t->turn])",
		"conc_signal_block(&t->changed[t->turn], t)" };
	scene(p, "turns");
	const char *name = p->function->name;
	for (unsigned long i = 0; i < threads * rounds; i++) number = (number * 31 + i % threads) % 1000003;
	say(p, "monitor table_of_%s { unsigned long turn, number; conc_condition changed[%lu]; };\n", name, threads);
	say(p, "static void play_%s(table_of_%s * mutex t, unsigned long me)\n{\n", name, name);
	say(p, "\tfor (int i = 0; i < %lu; i++) {\n\t\twhile (t->turn != me) conc_wait(&t->changed[me], t);\n", rounds);
	say(p, "\t\tt->number = (t->number * 31 + me) %% 1000003;\n\t\tt->turn = (me + 1) %% %lu;\n", threads);
	say(p, "\t\t%s;\n\t}\n}\n", wakes[how]);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\ttable_of_%s t = { .number = 1 };\n\t{\n", name, name);
	say(p, "\t\ttask(void) players[%lu];\n", threads);
	say(p, "\t\tfor (unsigned long i = 0; i < %lu; i++) players[%lu - i] = spawn play_%s(&t, i);\n", threads, threads - 1, name);
	say(p, "\t}\n\treturn (n + t.number) %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(number));
	scene_end(p, 40 + 4 * threads * rounds);
}

static void function(struct program *p)
{
	if (chance(p, 50)) buffer(p);
	else turns(p);
}

const struct construct construct_condition = { .name = "condition", .function = function };
