/* SPDX-License-Identifier: MIT */
/* Threads: one, several in a declaration, arrays of all sorts; joined by hand or by the end of their scope. */
#include <stdio.h>
#include <string.h>

#include "generate.h"

enum { MOST = 6 };

static bool zero_will_do(const struct function *f)
{
	for (unsigned i = 0; i < f->parameters; i++)
		if (strpbrk(f->parameter[i]->make, "&[")) return false;
	return true;
}

/* The base's in braces of their own. */
static unsigned fields(struct program *p, struct function *f, const struct value *arguments)
{
	unsigned first = 0;
	say(p, "{ ");
	if (f->base) first = fields(p, f->base, arguments);
	for (unsigned i = first; i < f->parameters; i++) {
		if (i || f->base) say(p, ", ");
		say_as(p, f->parameter[i], arguments[i]);
	}
	if (!f->base && !f->parameters) say(p, "0");
	say(p, " }");
	return f->parameters;
}

/* { .p1 = …, .p0 = … } */
static void named_fields(struct program *p, struct function *f, const struct value *arguments)
{
	say(p, "{ ");
	for (unsigned i = f->parameters; i-- > 0;) {
		say(p, ".p%u = ", i);
		say_as(p, f->parameter[i], arguments[i]);
		say(p, i ? ", " : " }");
	}
}

void say_fields(struct program *p, struct function *f, const struct value *arguments)
{
	if (!f->base && f->parameters && chance(p, 40)) named_fields(p, f, arguments);
	else fields(p, f, arguments);
}

static int starts(struct program *p, struct function *f)
{
	struct value arguments[PARAMETERS];
	pick_arguments(p, f, arguments);
	say_fields(p, f, arguments);
	return shadow_call(p, f, arguments);
}

static int starts_with_zeros(struct program *p, struct function *f)
{
	struct value arguments[PARAMETERS];
	for (unsigned i = 0; i < f->parameters; i++) arguments[i] = constant(0);
	return shadow_call(p, f, arguments);
}

/* ---- Declarations; they return how many, with the variables of their results ---- */

static int one_or_two(struct program *p, struct function *f, int number, int *results, char names[][40])
{
	int n = 1 + (int)below(p, 2);
	say(p, "%s ", f->name);
	for (int i = 0; i < n; i++) {
		snprintf(names[i], 40, "w_%d_%d", number, i);
		say(p, "%s%s = ", i ? ", " : "", names[i]);
		results[i] = starts(p, f);
	}
	return n;
}

static int array(struct program *p, struct function *f, int number, int *results, char names[][40])
{
	int n = 1 + (int)below(p, MOST);
	if (chance(p, 50)) say(p, "%s w_%d[%d] = { ", f->name, number, n);
	else say(p, "%s w_%d[] = { ", f->name, number);
	for (int i = 0; i < n; i++) {
		snprintf(names[i], 40, "w_%d[%d]", number, i);
		results[i] = starts(p, f);
		say(p, i < n - 1 ? ", " : " }");
	}
	return n;
}

static int all_alike(struct program *p, struct function *f, int number, int *results, char names[][40])
{
	struct value arguments[PARAMETERS];
	pick_arguments(p, f, arguments);
	say(p, "%s w_%d[2][3] = {", f->name, number);
	for (int i = 0; i < 6; i++) {
		static const char *const before[] = { " { ", ", ", ", ", " }, [1] = { [1] = ", ", ", ", [0] = " };
		say(p, "%s", before[i]);
		say_fields(p, f, arguments);
		snprintf(names[i], 40, "w_%d[%d][%d]", number, i / 3, i % 3);
		results[i] = shadow_call(p, f, arguments);
	}
	say(p, " } }");
	return 6;
}

static int zeros(struct program *p, struct function *f, int number, int *results, char names[][40])
{
	int n = 1 + (int)below(p, 3);
	say(p, "int n_%d = %d;\n", number, n);
	indent(p);
	say(p, "%s w_%d[n_%d]", f->name, number, number);
	for (int i = 0; i < n; i++) {
		snprintf(names[i], 40, "w_%d[%d]", number, i);
		results[i] = starts_with_zeros(p, f);
	}
	return n;
}

static int declaration(struct program *p, struct function *f, int number, int *results, char names[][40])
{
	switch (below(p, 5)) {
	case 0: return array(p, f, number, results, names);
	case 1: return all_alike(p, f, number, results, names);
	case 2: if (zero_will_do(f)) return zeros(p, f, number, results, names);
	/* fall through */
	default: return one_or_two(p, f, number, results, names);
	}
}

static void use_result(struct program *p, const char *name, int result)
{
	static const char *const joins[] = { "join(@);", "join(&@);", "join((&@)[0]);", "join((__typeof__(@) *[]){ &@, &@ }[1]);" };
	indent(p);
	fill(p, joins[below(p, 4)], "%s", name);
	say(p, "\n");
	line(p, "%s += %s.sum %% %lu;", p->sum, name, unsigned_long.modulus);
	shadow_add(p, 0, variable(result));
}

static bool statement(struct program *p)
{
	struct function *f = p->at.scope == CANCELS ? NULL : pick_callee(p, true);
	int number = ++p->number, results[MOST];
	char names[MOST][40];
	if (!f) return false;
	open_brace(p);
	indent(p);
	int n = declaration(p, f, number, results, names);
	p->function->cost += (unsigned long)n * p->at.times * f->cost;
	say(p, ";\n");
	p->at.depth++;
	statements(p, 2);
	for (int i = 0; i < n; i++)
		if (chance(p, 70)) use_result(p, names[i], results[i]);
	close_brace(p);
	return true;
}

const struct construct construct_thread = { .name = "thread", .statement = statement, .weight = 6 };
