/* SPDX-License-Identifier: MIT */
/* Wait sets. Scenes: several threads wait for channels that others send to, until the last element was taken; one
 * thread waits for channels until each is closed; tasks, futures and threads until all have ended, in two sets at
 * once. Members come while others wait. waituntil.c has clauses for sets. */
#include "generate.h"

static void declare(struct program *p)
{
	text_add(&p->declarations, "__attribute__((unused)) static void end_set(conc_waitset *s) { conc_waitset_fini(s); }\n");
}

/* How a waiter learns a number, and where it then goes on; it stops at the number of the channel `stop`. */
static void say_waiting(struct program *p, unsigned long channels)
{
	switch (below(p, 4)) {
	case 0: say(p, "\tint k;\n\twhile (k << h->set && k != %lu) {\n", channels); break;
	case 1: say(p, "\tfor (;;) {\n\t\tint k;\n\t\tk << h->set;\n\t\tif (k == %lu) break;\n", channels); break;
	case 2:
		say(p, "\tfor (int k = 0;;) {\n\t\twaituntil (int i << h->set) { k = i; }\n");
		say(p, "\t\tor waituntil (timeout(1h)) { note(0); }\n\t\tif (k == %lu) break;\n", channels);
		break;
	default:
		say(p, "\tfor (int k = 0;;) {\n\t\tfair waituntil (k << h->set) { if (k == %lu) break; }\n", channels);
		say(p, "\t\tor waituntil (timeout(1h)) { note(0); }\n");
	}
}

/* What a waiter does with a channel of which it was told. */
static void say_taking(struct program *p)
{
	bool some = chance(p, 50), again = chance(p, 70);
	if (chance(p, 30)) say(p, "\t\tconc_yield();\n");
	say(p, "\t\t%s (conc_try_receive(&h->c[k], &item)) {\n\t\t\tsum += item;\n", some ? "if" : "while");
	say(p, "\t\t\tif (__atomic_add_fetch(&h->taken, 1, __ATOMIC_RELAXED) == h->all) conc_close(&h->stop);\n\t\t}\n");
	if (again) say(p, "\t\tconc_waitset_again(&h->set, k);\n");
	if (again && chance(p, 30)) say(p, "\t\tif (item %% 4 == 0) conc_yield();\n");
	say(p, "\t}\n\treturn sum;\n}\n");
}

static void crowd_scene(struct program *p)
{
	unsigned long channels = 1 + below(p, 6), senders = 1 + below(p, 4), waiters = 1 + below(p, 4), each = 1 + below(p, 25);
	unsigned long late = below(p, channels + 1);
	scene(p, "crowd");
	const char *name = p->function->name;
	say(p, "struct hall_of_%s { channel(unsigned long) c[%lu], stop; conc_waitset set; unsigned long all, taken; };\n", name, channels);
	say(p, "static void feed_%s(struct hall_of_%s *h, unsigned long from)\n{\n", name, name);
	say(p, "\tfor (unsigned long i = 1; i <= %lu; i++) h->c[(i + from) %% %lu] << i;\n}\n", each, channels);
	say(p, "static unsigned long take_%s(struct hall_of_%s *h)\n{\n\tunsigned long sum = 0, item = 0;\n", name, name);
	say_waiting(p, channels);
	say_taking(p);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tstruct hall_of_%s h = { .c = {", name, name);
	for (unsigned long i = 0; i < channels; i++) say(p, " {%lu},", below(p, 4));
	say(p, " }, .all = %lu };\n", senders * each);
	/* `stop` has the number behind the channels, whatever comes late */
	say(p, "\tfor (int i = 0; i < %lu; i++) conc_waitset_add(&h.set, &h.c[i]);\n\tconc_waitset_add(&h.set, &h.stop);\n", channels);
	if (late) say(p, "\tfor (int i = 0; i < %lu; i++) conc_waitset_remove(&h.set, i);\n", late);
	say(p, "\ttask(unsigned long) t[%lu];\n\tfor (int i = 0; i < %lu; i++) t[i] = spawn take_%s(&h);\n", waiters, waiters, name);
	say(p, "\t{\n\t\ttask(void) f[%lu];\n\t\tfor (int i = 0; i < %lu; i++) f[i] = spawn feed_%s(&h, (unsigned long)i);\n", senders, senders, name);
	if (late) say(p, "\t\tfor (int i = 0; i < %lu; i++) note(conc_waitset_add(&h.set, &h.c[i]) == i);\n", late);
	say(p, "\t}\n\tfor (int i = 0; i < %lu; i++) n += join(t[i]);\n", waiters);
	say(p, "\tnote(conc_waitset_count(&h.set) == %lu);\n\tconc_waitset_fini(&h.set);\n\treturn n %% %lu;\n}\n", channels + 1, unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(senders * each * (each + 1) / 2));
	scene_end(p, 80 + senders * each * 5);
}

/* Each sender has a channel of its own and closes it; who waits takes closed ones out. */
static void closing_scene(struct program *p)
{
	unsigned long channels = 1 + below(p, 6), each = below(p, 20);
	scene(p, "closing");
	const char *name = p->function->name;
	say(p, "static void feed_%s(channel(unsigned long) *c)\n{\n", name);
	say(p, "\tfor (unsigned long i = 1; i <= %lu; i++) c << i;\n\tconc_close(c);\n}\n", each);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tchannel(unsigned long) c[%lu] = {", name, channels);
	for (unsigned long i = 0; i < channels; i++) say(p, " {%lu},", below(p, 4));
	say(p, " };\n\tconc_waitset set = {0};\n\ttask(void) t[%lu];\n\tunsigned long got = 0;\n", channels);
	say(p, "\tfor (int i = 0; i < %lu; i++) {\n\t\tconc_waitset_add(&set, &c[i]);\n\t\tt[i] = spawn feed_%s(&c[i]);\n\t}\n", channels, name);
	say(p, "\twhile (conc_waitset_count(&set))\n\t\twaituntil (int i << set) {\n");
	if (chance(p, 50)) say(p, "\t\t\tif (got << c[i]) n += got;\n\t\t\telse conc_waitset_remove(&set, i);\n\t\t}\n");
	else say(p, "\t\t\tbool more = false;\n\t\t\twaituntil (more = got << c[i]) { if (more) n += got; else conc_waitset_remove(&set, i); }\n\t\t}\n");
	say(p, "\t\tor waituntil (timeout(1h)) { note(0); }\n");
	say(p, "\tconc_waitset_fini(&set);\n\treturn n %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(channels * each * (each + 1) / 2));
	scene_end(p, 80 + channels * each * 5);
}

/* Members that leave when they are told; a second thread waits for the same ones in a set of its own. */
static void ends_scene(struct program *p)
{
	unsigned long tasks = 1 + below(p, 6), futures = 1 + below(p, 4), sum = 0;
	bool second = chance(p, 50), any = chance(p, 50);
	scene(p, "ends");
	const char *name = p->function->name;
	for (unsigned long i = 0; i < tasks; i++) sum += (i + 1) * (second ? 2 : 1);
	for (unsigned long i = 0; i < futures; i++) sum += (100 + i) * (second ? 2 : 1);
	say(p, "thread runner_of_%s { unsigned long by; };\nstatic void main(runner_of_%s *self) { conc_yield(); self->by++; }\n", name, name);
	say(p, "static unsigned long part_%s(unsigned long by)\n{\n\tif (by %% 2) conc_yield();\n\treturn by;\n}\n", name);
	say(p, "static void promise_%s(future(unsigned long) *f, unsigned long by) { f << by; }\n", name);
	say(p, "static unsigned long all_%s(future(unsigned long) *f)\n{\n\t__attribute__((cleanup(end_set))) conc_waitset set = {0};\n", name);
	say(p, "\tunsigned long sum = 0, got = 0;\n\trunner_of_%s r = { 1 };\n\ttask(unsigned long) t[%lu];\n", name, tasks);
	say(p, "\tfor (int i = 0; i < %lu; i++) t[i] = spawn part_%s((unsigned long)i + 1);\n", tasks, name);
	say(p, "\tfor (int i = 0; i < %lu; i++) conc_waitset_add(&set, t[i]);\n", tasks);
	say(p, "\tfor (int i = 0; i < %lu; i++) conc_waitset_add(&set, &f[i]);\n\tconc_waitset_add(&set, %sr);\n", futures, chance(p, 50) ? "&" : "");
	say(p, "\tint i = 0, told = 0;\n");
	if (any) say(p, "\tfor (; conc_waitset_count(&set) && i << set; told++)\n\t\t");
	else say(p, "\tfor (; conc_waitset_count(&set); told++)\n\t\twaituntil (i << set) ");
	say(p, "{ if (i < %lu) sum += join(t[i]); else if (i < %lu) { got << f[i - %lu]; sum += got; } else { note(r.by == 2); } }\n", tasks, tasks + futures, tasks);
	say(p, "\tnote(told == %lu);\n\treturn sum;\n}\n", tasks + futures + 1);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tfuture(unsigned long) f[%lu] = {0};\n\ttask(unsigned long) a = spawn all_%s(f)", name, futures, name);
	if (second) say(p, ", b = spawn all_%s(f)", name);
	say(p, ";\n\tfor (int i = 0; i < %lu; i++) {\n\t\ttask(void) t = spawn promise_%s(&f[i], 100 + (unsigned long)i);\n\t}\n", futures, name);
	say(p, "\tn += join(a);\n");
	if (second) say(p, "\tn += join(b);\n");
	say(p, "\treturn n %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(sum));
	scene_end(p, 100 + 10 * (tasks + futures));
}

static void function(struct program *p)
{
	unsigned long which = below(p, 4);
	if (which == 0) closing_scene(p);
	else if (which == 1) ends_scene(p);
	else crowd_scene(p);
}

const struct construct construct_waitset = { .name = "waitset", .declare = declare, .function = function };
