/* SPDX-License-Identifier: MIT */
/* Actors. Scene: threads send numbers, in all the ways there are, through a chain of relays to an adder, which knows
 * how many there will be and fulfils a future with their sum. A statement asks an actor for a value, and reads the
 * answer when other statements have run. Behaviours take no lock of the world. */
#include "generate.h"

static void declare(struct program *p)
{
	text_add(&p->declarations,
		 "actor echo { unsigned long asked; };\n"
		 "message question { unsigned long x; future(unsigned long) *answer; };\n"
		 "static receive (echo *self, question *m)\n"
		 "{\n\tself->asked++;\n\tif (self->asked %% 4 == 0) conc_yield();\n\t*m->answer << m->x;\n}\n"
		 "__attribute__((unused)) static echo *echoes(void)\n"
		 "{\n\tstatic conc_mutex m;\n\tstatic echo all;\n\tstatic int started;\n"
		 "\tmutex (m) { if (!started++) conc_actors_start(NULL); }\n\treturn &all;\n}\n");
}

/* What a sender does in its loop: i is the number. */
static void say_send(struct program *p, const char *name)
{
	switch (below(p, 9)) {
	case 0: say(p, "\t\tr | (add_%s){.by = i};\n", name); break;
	case 1: say(p, "\t\tadd_%s one = {.by = i};\n\t\t*r | one;\n\t\tone.by = 0;\n", name); break;
	case 2: say(p, "\t\tr | made_%s(i);\n", name); break;
	case 3: say(p, "\t\twhile (!conc_try_send(r, ((add_%s){.by = i}))) conc_yield();\n", name); break;
	case 4: say(p, "\t\tr | kept_%s(new add_%s {.by = i});\n", name, name); break;
	case 5: say(p, "\t\tmore_%s *m = new more_%s {{.by = i}, 1};\n\t\tconc_set_disposition(m, Delete);\n\t\tr | m;\n", name, name); break;
	case 6: say(p, "\t\tif (conc_try_send(r, kept_%s(new add_%s {.by = i}))) continue;\n\t\tnote(0);\n", name, name); break;
	case 7: say(p, "\t\tr | (add_%s){.by = ({ add_%s two = {.by = i - 1}; two.by++; two.by; })};\n", name, name); break;
	default: say(p, "\t\tif (i %% 2) r | made_%s(i); else (r | (add_%s){.by = i});\n", name, name);
	}
}

static void say_types(struct program *p, const char *name, unsigned long total, bool finishes)
{
	say(p, "actor adder_%s { unsigned long sum, left; future(unsigned long) *done; };\n", name);
	say(p, "actor relay_%s { struct relay_%s *next; adder_%s *to; };\n", name, name, name);
	say(p, "message add_%s { unsigned long by; char room[%lu]; };\n", name, 1 + below(p, 3) * below(p, 700));
	say(p, "message more_%s { inline add_%s; int more; };\n", name, name);
	say(p, "static receive (adder_%s *self, add_%s *m)\n{\n\tself->sum += m->by;\n", name, name);
	say(p, "\tif (--self->left) return;\n\t*self->done << self->sum;\n%s}\n", finishes ? "\treturn Finished;\n" : "");
	say(p, "static receive (relay_%s *self, add_%s *m)\n{\n", name, name);
	say(p, "\tif (self->next) self->next | %s;\n\telse self->to | m;\n}\n", total % 3 ? "m" : "*m");
	say(p, "__attribute__((unused)) static add_%s made_%s(unsigned long by) { return (add_%s){.by = by}; }\n", name, name, name);
	say(p, "__attribute__((unused)) static add_%s *kept_%s(add_%s *m)\n", name, name, name);
	say(p, "{\n\tconc_set_disposition(m, Delete);\n\treturn m;\n}\n");
}

static void relay_scene(struct program *p)
{
	unsigned long senders = 1 + below(p, 4), each = 1 + below(p, 30), relays = 1 + below(p, 3);
	bool made = chance(p, 50), finishes = chance(p, 40);
	scene(p, "relay");
	const char *name = p->function->name;
	say_types(p, name, senders * each, finishes);
	say(p, "static void feed_%s(relay_%s *r)\n{\n\tfor (unsigned long i = 1; i <= %lu; i++) {\n", name, name, each);
	say_send(p, name);
	say(p, "\t}\n}\n");
	p->lasting = true;
	say(p, "static unsigned long %s(unsigned long n)\n{\n\techo *e = echoes();\n\tfuture(unsigned long) sum = {0}, last = {0};\n", name);
	say(p, "\tunsigned long x = 0;\n");
	if (made) say(p, "\tadder_%s *a = new adder_%s {0, %lu, &sum};\n", name, name, senders * each);
	else say(p, "\tadder_%s sums = {0, %lu, &sum}, *a = &sums;\n", name, senders * each);
	say(p, "\trelay_%s r[%lu] = {", name, relays);
	for (unsigned long i = 0; i < relays; i++)
		if (i) say(p, " { &r[%lu], NULL },", i - 1);
		else say(p, " { NULL, a },");
	say(p, " };\n\t{\n\t\ttask(void) t[%lu];\n\t\tfor (int i = 0; i < %lu; i++) t[i] = spawn feed_%s(&r[%lu]);\n", senders, senders,
	    name, relays - 1);
	say(p, "\t\te | (question){1, &last};\n\t}\n\tx << sum;\n\tn += x;\n\tx << last;\n\tn += x;\n");
	if (finishes && chance(p, 70)) say(p, "\twaituntil (a) { n += a->left; }\n");
	if (made) say(p, "\tdelete a;\n");
	say(p, "\treturn n %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(senders * each * (each + 1) / 2 + 1));
	scene_end(p, 80 + senders * each * (2 + relays));
}

static bool statement(struct program *p)
{
	int number = ++p->number;
	if (p->at.spinning) return false;
	struct value value = pick_value(p);
	unsigned long form = below(p, 3);
	open_brace(p);
	line(p, "future(unsigned long) answer_%d = {0};", number);
	indent(p);
	p->lasting = true;
	say(p, form == 0 ? "while (!conc_try_send(echoes(), ((question){" : "echoes() | (question){");
	say_value(p, value);
	say(p, form == 0 ? ", &answer_%d}))) conc_yield();\n" : ", &answer_%d};\n", number);
	stay_inside(p);
	p->at.depth++;
	statements(p, 1);
	line(p, "unsigned long x_%d = 0;", number);
	if (form == 1) line(p, "waituntil (x_%d << answer_%d) { }", number, number);
	else line(p, "x_%d << answer_%d;", number, number);
	line(p, "%s += x_%d;", p->sum, number);
	shadow_add(p, 0, value);
	close_brace(p);
	return true;
}

const struct construct construct_actor = { .name = "actor", .declare = declare, .function = relay_scene, .statement = statement, .weight = 2 };
