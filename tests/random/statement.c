/* SPDX-License-Identifier: MIT */
/* Statements and expressions: where they stand, and which construct's comes next. */
#include "generate.h"

/* ---- Places ---- */

struct place enter(struct program *p, int kind)
{
	struct place outside = p->at;
	p->at.block = shadow_new(p, kind);
	p->at.depth++;
	return outside;
}

void leave(struct program *p, struct place outside)
{
	p->at = outside;
}

/* The body is a node of its own, which `continue` leaves. */
struct place enter_loop(struct program *p, const char *counter, unsigned long times)
{
	struct place outside = enter(p, LOOP);
	struct shadow *loop = p->at.block;
	loop->value = constant(times);
	loop->variable = p->at.counter = new_variable(p, "%s", counter);
	enter(p, SEQUENCE);
	p->at.breaks = loop;
	p->at.continues = p->at.block;
	p->at.times *= times;
	return outside;
}

void stay_inside(struct program *p)
{
	p->at.breaks = p->at.continues = p->at.label = NULL;
	p->at.may_return = false;
}

bool may_loop(struct program *p, unsigned long times)
{
	return p->at.times * times <= 150;
}

/* ---- Statements ---- */

void open_brace(struct program *p)
{
	say(p, "{\n");
	p->at.indent++;
}

void close_brace(struct program *p)
{
	p->at.indent--;
	indent(p);
	say(p, "}");
}

void add_to_sum(struct program *p, struct value value)
{
	say(p, "%s += ", p->sum);
	say_value(p, value);
	shadow_add(p, 0, value);
}

static const struct construct *pick_construct(struct program *p)
{
	unsigned long weights = 0;
	for (const struct construct *const *c = constructs; *c; c++) weights += (unsigned long)(*c)->weight;
	unsigned long at = below(p, weights);
	for (const struct construct *const *c = constructs;; c++) {
		if (at < (unsigned long)(*c)->weight) return *c;
		at -= (unsigned long)(*c)->weight;
	}
}

void one_statement(struct program *p)
{
	p->function->cost += p->at.times;
	if (p->budget) p->budget--;
	for (int tries = 0; tries < 8 && p->budget && p->at.depth < 9; tries++) {
		const struct construct *c = pick_construct(p);
		struct place outside = p->at;
		bool done = c->statement && c->statement(p);
		p->at = outside;
		if (done) return;
	}
	add_to_sum(p, pick_value(p));
	say(p, ";");
}

void statements(struct program *p, unsigned long about)
{
	p->at.no_if = false;
	for (unsigned long n = 1 + below(p, 2 * about); n; n--) {
		add_to_cell(p);
		indent(p);
		one_statement(p);
		say(p, "\n");
	}
}

void block(struct program *p, unsigned long about)
{
	struct place outside = p->at;
	open_brace(p);
	statements(p, about);
	close_brace(p);
	p->at = outside;
}

/* ---- Expressions ---- */

void say_term(struct program *p, int into)
{
	for (int tries = 0; tries < 4 && p->budget && p->at.depth < 9; tries++) {
		const struct construct *c = pick_construct(p);
		struct place outside = p->at;
		stay_inside(p);
		bool done = c->term && c->term(p, into);
		p->at = outside;
		if (done) {
			if (p->budget) p->budget--;
			return;
		}
	}
	struct value value = pick_value(p);
	say_value(p, value);
	shadow_add(p, into, value);
}

int say_terms(struct program *p, unsigned long about)
{
	int into = new_variable(p, "sum_%d", ++p->number);
	struct value start = pick_value(p);
	say(p, "unsigned long %s = ", p->names[into]);
	say_value(p, start);
	shadow_set(p, into, start);
	for (unsigned long n = 1 + below(p, about); n; n--) {
		say(p, " + ");
		say_term(p, into);
	}
	say(p, ";\n");
	return into;
}
