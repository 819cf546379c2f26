/* SPDX-License-Identifier: MIT */
/* new and delete: objects, arrays, monitors, threads. What stands between them does not leave, or it would leak. */
#include "generate.h"

static void between(struct program *p)
{
	stay_inside(p);
	p->at.depth++;
	statements(p, 1);
}

static void use(struct program *p, struct value value)
{
	shadow_add(p, 0, value);
}

static void monitors(struct program *p, int number)
{
	struct value value = pick_value(p);
	unsigned long n = 1 + below(p, 3);
	bool one = chance(p, 50);
	indent(p);
	if (one) say(p, "savings *o_%d = new savings { { ", number);
	else say(p, "savings *o_%d = new savings[%lu] { { { ", number, n);
	say_value(p, value);
	say(p, one ? " }, .rate = 2 };\n" : " } } };\n");
	between(p);
	line(p, "mutex (o_%d) %s += o_%d%s", number, p->sum, number, one ? "->sum;" : "[0].sum;");
	use(p, value);
}

static void values(struct program *p, int number)
{
	const struct type *type = pick_type(p, false);
	struct value value = pick_value(p);
	line(p, "typedef __typeof__(%s) made_%d;", type->name, number);
	indent(p);
	say(p, "made_%d *o_%d = new made_%d[%lu] { [0] = ", number, number, number, 1 + below(p, 5));
	say_as(p, type, value);
	say(p, " };\n");
	between(p);
	indent(p);
	say(p, "%s += ", p->sum);
	fill(p, type->use, "o_%d[0]", number);
	say(p, " %% %lu;\n", type->modulus);
	int reduced = new_variable(p, "reduced");
	shadow_reduce(p, reduced, value, type->modulus);
	use(p, variable(reduced));
}

static void threads(struct program *p, int number, struct function *f)
{
	struct value arguments[PARAMETERS];
	bool one = chance(p, 50);
	pick_arguments(p, f, arguments);
	indent(p);
	say(p, "%s *o_%d = new %s", f->name, number, f->name);
	say(p, one ? " " : "[1] { ");
	say_fields(p, f, arguments);
	say(p, one ? ";\n" : " };\n");
	int result = shadow_call(p, f, arguments);
	between(p);
	line(p, chance(p, 50) ? "join(o_%d);" : "join(*o_%d);", number);
	line(p, "%s += o_%d->sum %% %lu;", p->sum, number, unsigned_long.modulus);
	use(p, variable(result));
}

static bool statement(struct program *p)
{
	int number = ++p->number;
	if (p->at.spinning) return false;
	struct function *f = chance(p, 50) ? pick_callee(p, true) : NULL;
	open_brace(p);
	if (f) threads(p, number, f);
	else if (chance(p, 50)) monitors(p, number);
	else values(p, number);
	if (chance(p, 80)) line(p, "delete o_%d;", number);
	else line(p, "delete (__typeof__(o_%d)[]){ NULL, o_%d }[1];", number, number);
	close_brace(p);
	return true;
}

static bool term(struct program *p, int into)
{
	struct value value = pick_value(p);
	int number = ++p->number;
	say(p, "({ struct pair *o_%d = new struct pair { .b = ", number);
	say(p, "(int)((");
	say_value(p, value);
	say(p, ") %% 1) + 7 }; unsigned long r_%d = (unsigned long)o_%d->b; delete o_%d; r_%d; })", number, number, number, number);
	shadow_add(p, into, constant(7));
	return true;
}

const struct construct construct_new = { .name = "new", .statement = statement, .term = term, .weight = 3 };
