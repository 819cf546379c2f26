/* SPDX-License-Identifier: MIT */
/* Actors that are split. Scene: tasks send numbers to an actor whose behaviours are scalable, in all the ways there
 * are, with ordinary messages between that ask for nothing; when all have been sent an ordinary one asks for the sum.
 * What each message adds does not depend on which replica it went to, nor on how many there were. */
#include "generate.h"

static void say_types(struct program *p, const char *name)
{
	bool blank = chance(p, 20), derived = chance(p, 30);
	say(p, "actor tally_%s { unsigned long sum; unsigned char room[%lu]; };\n", name, 1 + below(p, 3) * below(p, 700));
	say(p, "actor counts_%s { inline tally_%s;%s };\n", name, name, derived ? "" : " unsigned long calls;");
	say(p, "message item_%s { unsigned long by; char room[%lu]; };\n", name, 1 + below(p, 3) * below(p, 700));
	say(p, "message more_%s { inline item_%s; int more; };\n", name, name);
	say(p, "message pause_%s { };\nmessage ask_%s { future(unsigned long) *sum; };\n", name, name);
	say(p, "static scalable receive (tally_%s *self, item_%s *m)\n{\n", name, name);
	if (chance(p, 40)) say(p, "\tif (m->by %% %lu == 0) conc_yield();\n", 2 + below(p, 9));
	if (chance(p, 20)) say(p, "\tif (m->by %% %lu == 0) conc_sleep(%luus);\n", 5 + below(p, 9), below(p, 60));
	say(p, "\tself->sum += m->by;\n%s}\n", chance(p, 30) ? "\treturn Nodelete;\n" : "");
	say(p, "static %sreceive (counts_%s *self, more_%s *m) { self->sum += m->by * (unsigned long)m->more; }\n",
	    chance(p, 70) ? "scalable " : "", name, name);
	say(p, "static receive (tally_%s *self, pause_%s *m) { self->sum += 0; (void)m; }\n", name, name);
	say(p, "static receive (tally_%s *self, ask_%s *m) { *m->sum << self->sum; }\n", name, name);
	for (int both = 0; both < (derived ? 1 : 2); both++) {
		const char *type = both ? "counts" : "tally";
		say(p, "static export (%s_%s *self, %s_%s *replica) { %s}\n", type, name, type, name,
		    blank ? "" : "replica->sum = self->sum * 0; ");
		say(p, "static import (%s_%s *self, %s_%s *replica) { self->sum += replica->sum, replica->sum = 0; }\n", type, name,
		    type, name);
	}
}

/* What a sender does in its loop: i is the number. */
static void say_send(struct program *p, const char *name)
{
	switch (below(p, 7)) {
	case 0: say(p, "\t\tc | (item_%s){.by = i};\n", name); break;
	case 1: say(p, "\t\titem_%s one = {.by = i};\n\t\t*c | one | (pause_%s){};\n", name, name); break;
	case 2: say(p, "\t\twhile (!conc_try_send(c, ((item_%s){.by = i}))) conc_yield();\n", name); break;
	case 3: say(p, "\t\titem_%s *m = new item_%s {.by = i};\n\t\tconc_set_disposition(m, Delete);\n\t\tc | m;\n", name, name); break;
	case 4: say(p, "\t\tmore_%s *m = new more_%s {{.by = i}, 1};\n\t\tconc_set_disposition(m, Delete);\n\t\tc | m;\n", name, name); break;
	case 5: say(p, "\t\tc | (more_%s){{.by = i - 1}, 1} | (item_%s){.by = 1};\n", name, name); break;
	default: say(p, "\t\tif (i %% 3) c | (item_%s){.by = i}; else (c | (pause_%s){} | (item_%s){.by = i});\n", name, name, name);
	}
}

static void say_rules(struct program *p)
{
	static const char *const policies[] = {"ADAPTIVE", "AGGRESSIVE", "AGGRESSIVE", "NEVER"};
	if (chance(p, 20)) return;
	say(p, "\tconc_scaling_actor(c, &(struct conc_scaling){ .policy = CONC_SCALING_%s", policies[below(p, 4)]);
	if (chance(p, 60)) say(p, ", .replicas = %lu", 1 + below(p, 5));
	if (chance(p, 30)) say(p, ", .interval = %luus, .fan = %lu", 1 + below(p, 90), 1 + below(p, 3));
	if (chance(p, 30)) say(p, ", .linger = %luus", 1 + below(p, 300));
	if (chance(p, 30)) say(p, ", .flow = %luus", 1 + below(p, 90));
	say(p, " });\n");
}

static void split_scene(struct program *p)
{
	unsigned long senders = 1 + below(p, 4), each = 1 + below(p, 40);
	bool made = chance(p, 40);
	scene(p, "split");
	const char *name = p->function->name;
	say_types(p, name);
	say(p, "static void feed_%s(counts_%s *c)\n{\n\tfor (unsigned long i = 1; i <= %lu; i++) {\n", name, name, each);
	say_send(p, name);
	say(p, "\t}\n}\n");
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tfuture(unsigned long) sum = {0};\n\tunsigned long x = 0;\n", name);
	p->lasting = true;
	say(p, "\t(void)echoes();\n");
	if (made) say(p, "\tcounts_%s *c = new counts_%s {};\n", name, name);
	else say(p, "\tcounts_%s all = {0}, *c = &all;\n", name);
	say_rules(p);
	say(p, "\t{\n\t\ttask(void) t[%lu];\n\t\tfor (int i = 0; i < %lu; i++) t[i] = spawn feed_%s(c);\n\t}\n", senders, senders, name);
	say(p, "\tc | (ask_%s){&sum};\n\tx << sum;\n\tn += x;\n", name);
	if (made) say(p, "\tdelete c;\n");
	say(p, "\treturn n %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(senders * each * (each + 1) / 2));
	scene_end(p, 80 + senders * each * 4);
}

const struct construct construct_scalable = { .name = "scalable", .declare = NULL, .function = split_scene, .weight = 2 };
