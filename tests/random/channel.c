/* SPDX-License-Identifier: MIT */
/* Channels and futures. Scenes: known numbers of senders and receivers, the sum of what was sent; requests with
 * replies; values promised to several threads. They take no lock of the world. A statement sends to itself through a
 * buffer, elements of any type. */
#include "generate.h"

static const struct { const char *type, *made, *sum; } elements[] = {
	{ "int", "(int)i", "(unsigned long)item" }, { "unsigned long", "i", "item" }, { "short", "(short)i", "(unsigned long)item" },
	{ "double", "(double)i", "(unsigned long)item" }, { "struct parcel", "(struct parcel){ .weight = i }", "item.weight" },
	{ "unsigned char", "(unsigned char)i", "item" }, { "conc_duration", "(conc_duration)i", "(unsigned long)item" },
};

static void declare(struct program *p)
{
	text_add(&p->declarations, "struct parcel { char label[5]; unsigned long weight; };\n");
}

static void say_send(struct program *p, const char *made)
{
	switch (below(p, 4)) {
	case 0: say(p, "\t\tc << %s;\n", made); break;
	case 1: say(p, "\t\tif (!(c << %s)) conc_close(c);\n", made); break;
	case 2: say(p, "\t\t*c << %s;\n", made); break;
	default: say(p, "\t\twhile (!conc_try_send(c, %s)) conc_yield();\n", made);
	}
}

/* Until the channel is closed, or as many as fall to each. */
static void say_taker(struct program *p, const char *name, int kind, unsigned long taken)
{
	const char *type = elements[kind].type, *sum = elements[kind].sum;
	say(p, "thread taker_of_%s { channel(%s) *c; unsigned long sum; };\n", name, type);
	say(p, "static void main(taker_of_%s *self)\n{\n\t%s item;\n", name, type);
	if (taken) say(p, "\tfor (unsigned long i = 0; i < %lu; i++) {\n\t\titem << self->c;\n", taken);
	else say(p, "\twhile (item << self->c) {\n");
	say(p, "\t\tself->sum += %s;\n\t}\n}\n", sum);
}

static void pipe_scene(struct program *p)
{
	unsigned long senders = 1 + below(p, 4), takers = 1 + below(p, 4), each = takers * (1 + below(p, 12));
	int kind = (int)below(p, sizeof elements / sizeof *elements);
	bool closes = chance(p, 60);
	scene(p, "pipe");
	const char *name = p->function->name;
	say(p, "static void feed_%s(channel(%s) *c)\n{\n\tfor (unsigned long i = 1; i <= %lu; i++) {\n", name, elements[kind].type, each);
	say_send(p, elements[kind].made);
	say(p, "\t}\n}\n");
	say_taker(p, name, kind, closes ? 0 : senders * each / takers);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tchannel(%s) c = {%lu};\n", name, elements[kind].type, below(p, 6));
	say(p, "\ttaker_of_%s t[%lu] = {", name, takers);
	for (unsigned long i = 0; i < takers; i++) say(p, " { &c, 0 },");
	say(p, " };\n\t{\n\t\ttask(void) f[%lu];\n\t\tfor (int i = 0; i < %lu; i++) f[i] = spawn feed_%s(&c);\n\t}\n", senders, senders, name);
	if (closes) say(p, "\tconc_close(&c);\n");
	say(p, "\tfor (int i = 0; i < %lu; i++) {\n\t\tjoin(t[i]);\n\t\tn += t[i].sum;\n\t}\n\treturn n %% %lu;\n}\n", takers, unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(senders * each * (each + 1) / 2));
	scene_end(p, 60 + senders * each * 3);
}

static void reply_scene(struct program *p)
{
	unsigned long asked = 1 + below(p, 20), sum = 0;
	scene(p, "reply");
	const char *name = p->function->name;
	for (unsigned long i = 1; i <= asked; i++) sum += i * i;
	say(p, "struct request_of_%s { unsigned long x; channel(unsigned long) *reply; future(unsigned long) *promise; };\n", name);
	say(p, "static void serve_%s(channel(struct request_of_%s) *requests)\n{\n\tstruct request_of_%s r;\n", name, name, name);
	say(p, "\twhile (r << requests) {\n\t\tif (r.reply) r.reply << r.x * r.x;\n\t\telse r.promise << r.x * r.x;\n\t}\n}\n");
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tchannel(struct request_of_%s) requests = {%lu};\n", name, name, below(p, 3));
	say(p, "\ttask(void) servers[2] = { spawn serve_%s(&requests), spawn serve_%s(&requests) };\n", name, name);
	say(p, "\tchannel(unsigned long) reply = {%lu};\n\tfor (unsigned long i = 1; i <= %lu; i++) {\n\t\tunsigned long got = 0;\n", below(p, 2), asked);
	if (chance(p, 50)) say(p, "\t\trequests << (struct request_of_%s){ i, &reply, NULL };\n\t\tgot << reply;\n", name);
	else say(p, "\t\tfuture(unsigned long) f = {0};\n\t\trequests << (struct request_of_%s){ i, NULL, &f };\n\t\tif (!(got << f)) return 0;\n", name);
	say(p, "\t\tn += got;\n\t}\n\tconc_close(&requests);\n\treturn n %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(sum));
	scene_end(p, 60 + asked * 6);
}

/* Readers wait for a value, which a task makes and which is told on. */
static void promise_scene(struct program *p)
{
	unsigned long readers = 1 + below(p, 4), told = 1 + below(p, 1000);
	scene(p, "promise");
	const char *name = p->function->name;
	say(p, "static double half_%s(unsigned long x) { return (double)x / 2; }\n", name);
	say(p, "static unsigned long read_%s(future(double) *f)\n{\n\tunsigned long x = 0;\n", name);
	say(p, chance(p, 50) ? "\tx << f;\n\treturn x;\n}\n" : "\treturn (x << f ? x : 0);\n}\n");
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tfuture(double) f = {0};\n\ttask(unsigned long) r[%lu];\n", name, readers);
	say(p, "\tfor (int i = 0; i < %lu; i++) r[i] = spawn read_%s(&f);\n", readers, name);
	say(p, "\tdouble x = 0;\n\tx << spawn half_%s(%luUL);\n\tf << x * 2;\n", name, told);
	say(p, "\tfor (int i = 0; i < %lu; i++) {\n\t\tunsigned long y;\n\t\ty << r[i];\n\t\tn += y;\n\t}\n\treturn n %% %lu;\n}\n", readers, unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(readers * told));
	scene_end(p, 40 + readers * 4);
}

static void function(struct program *p)
{
	unsigned long which = below(p, 4);
	if (which == 0) reply_scene(p);
	else if (which == 1) promise_scene(p);
	else pipe_scene(p);
}

static bool statement(struct program *p)
{
	int number = ++p->number;
	if (p->at.spinning) return false;
	const struct type *type = pick_type(p, false);
	struct value value = pick_value(p);
	unsigned long room = 1 + below(p, 4), form = below(p, 3);
	open_brace(p);
	line(p, "typedef __typeof__(%s) carried_%d;", type->name, number);
	line(p, "channel(carried_%d) c_%d = {%lu};", number, number, room);
	indent(p);
	say(p, form == 1 ? "if (c_%d << (" : "c_%d << (", number);
	say_as(p, type, value);
	say(p, form == 1 ? ")) conc_close(&c_%d);\n" : ");\n", number);
	stay_inside(p);
	p->at.depth++;
	statements(p, 1);
	line(p, "carried_%d x_%d;", number, number);
	if (form == 0) line(p, "x_%d << c_%d;", number, number);
	else if (form == 1) line(p, "while (x_%d << c_%d) continue;", number, number);
	else line(p, "x_%d = conc_receive(&c_%d);", number, number);
	indent(p);
	say(p, "%s += ", p->sum);
	fill(p, type->use, "x_%d", number);
	say(p, " %% %lu;\n", type->modulus);
	int reduced = new_variable(p, "reduced");
	shadow_reduce(p, reduced, value, type->modulus);
	shadow_add(p, 0, variable(reduced));
	close_brace(p);
	return true;
}

const struct construct construct_channel = { .name = "channel", .declare = declare, .function = function, .statement = statement, .weight = 2 };
