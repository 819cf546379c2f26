/* SPDX-License-Identifier: MIT */
/* Dialect inside the arguments of macros, and dialect that comes out of macros. */
#include "generate.h"

static void declare(struct program *p)
{
	text_add(&p->declarations,
		"#define SAME(...) __VA_ARGS__\n"
		"#define BOTH(first, ...) do { first; __VA_ARGS__; } while (0)\n"
		"#define LOCKED(lock, ...) mutex (lock) { __VA_ARGS__ }\n"
		"#define LATER(f, ...) spawn f(__VA_ARGS__)\n"
		"#define RESULT(t) join(t)\n"
		"#define CELL(n) THE(c##n)\n");
}

static bool wrapped(struct program *p, const char *begin, const char *end)
{
	say(p, "%s", begin);
	p->at.depth++;
	block(p, 2);
	say(p, "%s", end);
	return true;
}

/* `do … while (0)` is a loop to break and continue. */
static bool both(struct program *p)
{
	struct place outside = p->at;
	say(p, "BOTH(");
	stay_inside(p);
	p->at.depth++;
	add_to_sum(p, pick_value(p));
	say(p, ", ");
	block(p, 2);
	say(p, ");");
	p->at = outside;
	return true;
}

static bool locked(struct program *p)
{
	unsigned long first = below(p, (unsigned long)p->cell_count);
	for (int i = 0; i < p->cell_count; i++) {
		int cell = ((int)first + i) % p->cell_count;
		if (!can_take(p, cell)) continue;
		say(p, chance(p, 50) ? "LOCKED(CELL(%d),\n" : "LOCKED(&world.c%d,\n", cell);
		take(p, cell, true);
		p->at.depth++;
		p->at.indent++;
		statements(p, 2);
		p->at.indent--;
		indent(p);
		say(p, ")");
		return true;
	}
	return false;
}

static bool later(struct program *p, int into)
{
	struct function *f = pick_callee(p, false);
	if (!f || f->result == &nothing || !f->parameters || f->mutex_count) return false;
	struct value arguments[PARAMETERS];
	struct text call = { 0 }, *to = p->to;
	pick_arguments(p, f, arguments);
	p->to = &call;
	say(p, "RESULT(LATER(%s", f->name);
	for (unsigned i = 0; i < f->parameters; i++) {
		say(p, ", ");
		say_as(p, f->parameter[i], arguments[i]);
	}
	p->to = to;
	fill(p, f->result->use, "%s))", call.chars);
	shadow_add(p, into, variable(shadow_call(p, f, arguments)));
	return true;
}

static bool statement(struct program *p)
{
	switch (below(p, 3)) {
	case 0: return wrapped(p, "SAME(", ")");
	case 1: return both(p);
	default: return locked(p);
	}
}

const struct construct construct_macro = {
	.name = "macro", .declare = declare, .statement = statement, .term = later, .weight = 2
};
