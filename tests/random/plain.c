/* SPDX-License-Identifier: MIT */
/* The C around the dialect: loops, conditions, switches, every way out of them, and GNU's statement expressions. */
#include <stdio.h>
#include <string.h>

#include "generate.h"

/* ---- Ways out ---- */

enum { BREAK, CONTINUE, GOTO, RETURN, WAYS };

static struct shadow *way_out(struct program *p, int way)
{
	switch (way) {
	case BREAK: return p->at.breaks;
	case CONTINUE: return p->at.continues;
	case GOTO: return p->at.label;
	default: return p->at.may_return ? p->function->body : NULL;
	}
}

static void say_way_out(struct program *p, int way)
{
	if (way == GOTO) *p->at.label_used = true;
	if (way == GOTO) say(p, "goto out_%d;", p->at.label_number);
	else if (way == BREAK) say(p, "break;");
	else if (way == CONTINUE) say(p, "continue;");
	else if (p->function->is_thread || p->function->result == &nothing) say(p, "return;");
	else {
		say(p, "return ");
		fill(p, p->function->result->make, "%s %% %lu", p->sum, p->function->result->modulus);
		say(p, ";");
	}
}

/* if (counter % m == r) break; */
static bool leaves(struct program *p)
{
	int way = (int)below(p, WAYS), tested = p->at.counter;
	struct shadow *target = way_out(p, way);
	if (!target || tested < 0 || p->at.no_if) return false;
	unsigned long modulus = 2 + below(p, 5), rest = below(p, modulus);
	say(p, "if (%s %% %lu == %lu) ", p->names[tested], modulus, rest);
	struct place outside = enter(p, WHEN);
	p->at.block->variable = tested;
	p->at.block->modulus = modulus;
	p->at.block->rest = rest;
	say_way_out(p, way);
	shadow_leave(p, target);
	leave(p, outside);
	return true;
}

/* { { … goto out_1; … } out_1:; } */
static bool labelled(struct program *p)
{
	bool used = false;
	int number = ++p->number;
	struct place outside = enter(p, SEQUENCE);
	open_brace(p);
	p->at.label = p->at.block;
	p->at.label_number = number;
	p->at.label_used = &used;
	indent(p);
	block(p, 3);
	if (used) say(p, "\nout_%d:;", number);
	say(p, "\n");
	close_brace(p);
	leave(p, outside);
	return true;
}

/* ---- Loops ---- */

static void body(struct program *p)
{
	if (!chance(p, 70)) {
		one_statement(p); /* below an if without braces still no if */
		return;
	}
	p->at.no_if = false;
	block(p, 2);
}

static bool counts_up(struct program *p, unsigned long times)
{
	char counter[24];
	snprintf(counter, sizeof counter, "i_%d", ++p->number);
	say(p, "for (unsigned long %s = 0; %s < %lu; %s++) ", counter, counter, times, counter);
	struct place outside = enter_loop(p, counter, times);
	body(p);
	leave(p, outside);
	return true;
}

/* The counter counts before the body, so that `continue` does not repeat a turn. */
static bool counts_in_a_while(struct program *p, unsigned long times)
{
	int number = ++p->number;
	char counter[24];
	snprintf(counter, sizeof counter, "(i_%d - 1)", number);
	open_brace(p);
	line(p, "unsigned long i_%d = 0;", number);
	indent(p);
	bool at_the_end = chance(p, 50);
	if (at_the_end) say(p, "do {\n");
	else say(p, "while (i_%d++ < %lu) {\n", number, times);
	struct place outside = enter_loop(p, counter, times);
	p->at.indent++;
	if (at_the_end) line(p, "i_%d++;", number);
	statements(p, 2);
	leave(p, outside);
	indent(p);
	if (at_the_end) say(p, "} while (i_%d < %lu);\n", number, times);
	else say(p, "}\n");
	close_brace(p);
	return true;
}

/* A jump back, which is no loop to `break` and `continue`. */
static bool jumps_back(struct program *p, unsigned long times)
{
	struct shadow *breaks = p->at.breaks, *continues = p->at.continues;
	int number = ++p->number;
	char counter[24];
	snprintf(counter, sizeof counter, "i_%d", number);
	open_brace(p);
	line(p, "unsigned long i_%d = 0;", number);
	say(p, "again_%d:\n", number);
	struct place outside = enter_loop(p, counter, times);
	p->at.breaks = breaks;
	p->at.continues = continues;
	indent(p);
	open_brace(p);
	statements(p, 2);
	line(p, "if (++i_%d < %lu) goto again_%d;", number, times, number);
	close_brace(p);
	leave(p, outside);
	say(p, "\n");
	close_brace(p);
	return true;
}

static bool loops(struct program *p)
{
	unsigned long times = 1 + below(p, 6);
	if (!may_loop(p, times)) return false;
	switch (below(p, 4)) {
	case 0: return counts_in_a_while(p, times);
	case 1: return p->at.no_label ? counts_up(p, times) : jumps_back(p, times);
	default: return counts_up(p, times);
	}
}

/* ---- Conditions ---- */

static void when(struct program *p, int kind, unsigned long modulus, unsigned long rest)
{
	enter(p, kind);
	p->at.block->variable = p->at.counter;
	p->at.block->modulus = modulus;
	p->at.block->rest = rest;
}

static bool chooses(struct program *p)
{
	unsigned long modulus = 2 + below(p, 3), rest = below(p, modulus);
	struct place outside = p->at;
	if (p->at.counter < 0 || p->at.no_if) return false;
	say(p, "if (%s %% %lu == %lu) ", p->names[p->at.counter], modulus, rest);
	when(p, WHEN, modulus, rest);
	p->at.no_if = true;
	if (chance(p, 50)) block(p, 2);
	else one_statement(p);
	p->at = outside;
	if (chance(p, 50)) return true;
	say(p, " else ");
	when(p, UNLESS, modulus, rest);
	body(p);
	p->at = outside;
	return true;
}

static void ends_case(struct program *p, struct shadow *whole)
{
	bool falls = chance(p, 30);
	line(p, falls ? "\t__attribute__((fallthrough));" : "\tbreak;");
	if (!falls) shadow_leave(p, whole);
}

static void one_case(struct program *p, const char *label, int kind, unsigned long rest, bool last)
{
	struct place outside = p->at;
	struct shadow *whole = p->at.breaks;
	line(p, "%s", label);
	when(p, kind, 3, rest);
	p->at.indent++;
	statements(p, 1);
	p->at.indent--;
	if (!last) ends_case(p, whole);
	p->at = outside;
}

/* Who comes to a case has not left before: falling through needs no node. */
static bool switches(struct program *p)
{
	if (p->at.counter < 0) return false;
	int tested = p->at.counter;
	say(p, "switch (%s %% 3) {\n", p->names[tested]);
	struct place outside = enter(p, SEQUENCE);
	p->at.breaks = p->at.block;
	p->at.no_if = false;
	one_case(p, "case 0:", WHEN, 0, false);
	one_case(p, chance(p, 50) ? "case 1:" : "case 1 ... 1:", UNLESS, 2, false);
	one_case(p, "default:", SEQUENCE, 0, true);
	leave(p, outside);
	indent(p);
	say(p, "}");
	return true;
}

/* ---- Expressions ---- */

static bool adds_terms(struct program *p)
{
	open_brace(p);
	indent(p);
	int into = say_terms(p, 4);
	line(p, "%s += %s;", p->sum, p->names[into]);
	shadow_add(p, 0, variable(into));
	p->at.local = into;
	p->at.depth++;
	if (chance(p, 50)) statements(p, 2);
	close_brace(p);
	return true;
}

static bool statement_expression(struct program *p)
{
	say(p, "(void)({\n");
	p->at.indent++;
	statements(p, 2);
	line(p, "0;");
	p->at.indent--;
	indent(p);
	say(p, "});");
	return true;
}

static bool calls(struct program *p)
{
	struct function *f = pick_callee(p, false);
	if (!f) return false;
	struct value arguments[PARAMETERS];
	pick_arguments(p, f, arguments);
	if (f->result != &nothing) say(p, "(void)");
	say_callee(p, f);
	say_arguments(p, f, arguments);
	say(p, ";");
	shadow_call(p, f, arguments);
	return true;
}

static bool call_term(struct program *p, int into)
{
	struct function *f = pick_callee(p, false);
	if (!f || f->result == &nothing) return false;
	struct value arguments[PARAMETERS];
	struct text use = { 0 }, *to = p->to;
	pick_arguments(p, f, arguments);
	p->to = &use;
	say_callee(p, f);
	say_arguments(p, f, arguments);
	p->to = to;
	fill(p, f->result->use, "%s", use.chars);
	shadow_add(p, into, variable(shadow_call(p, f, arguments)));
	return true;
}

static bool statement_expression_term(struct program *p, int into)
{
	struct value value = pick_value(p);
	say(p, "({\n");
	p->at.indent += 2;
	statements(p, 1);
	indent(p);
	say_value(p, value);
	shadow_add(p, into, value);
	p->at.indent--;
	say(p, ";\n");
	indent(p);
	say(p, "})");
	return true;
}

static bool picked(struct program *p, int into)
{
	struct value value = pick_value(p);
	bool generic = chance(p, 50);
	say(p, generic ? "_Generic(1, int: " : "__builtin_choose_expr(1, ");
	say_value(p, value);
	say(p, generic ? ")" : ", 0)");
	shadow_add(p, into, value);
	return true;
}

static bool statement(struct program *p)
{
	switch (below(p, 10)) {
	case 0: case 1: return loops(p);
	case 2: return chooses(p);
	case 3: return switches(p);
	case 4: return leaves(p) || loops(p);
	case 5: return adds_terms(p);
	case 6: return statement_expression(p);
	case 7: return !p->at.no_label && labelled(p);
	default: return calls(p);
	}
}

/* (counter % 2 == 0 ? … : …) */
static bool conditional(struct program *p, int into)
{
	struct place outside = p->at;
	if (p->at.counter < 0) return false;
	say(p, "(%s %% 2 == 0 ? ", p->names[p->at.counter]);
	when(p, WHEN, 2, 0);
	say_term(p, into);
	say(p, " : ");
	p->at = outside;
	when(p, UNLESS, 2, 0);
	say_term(p, into);
	say(p, ")");
	p->at = outside;
	return true;
}

/* The first one's value is dropped. */
static bool two_in_a_row(struct program *p, int into)
{
	p->at.depth++;
	say(p, "((void)");
	say_term(p, new_variable(p, "dropped"));
	say(p, ", ");
	say_term(p, into);
	say(p, ")");
	return true;
}

static bool one_term(struct program *p, int into)
{
	switch (below(p, 5)) {
	case 3: return conditional(p, into);
	case 4: return two_in_a_row(p, into);
	case 0: return statement_expression_term(p, into);
	case 1: return call_term(p, into);
	default: return picked(p, into);
	}
}

const struct construct construct_plain = { .name = "plain", .statement = statement, .term = one_term, .weight = 8 };
