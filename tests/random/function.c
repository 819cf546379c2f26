/* SPDX-License-Identifier: MIT */
/* Functions and thread types: each calls only what was made before it, and itself with a smaller argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"

/* ---- Mutex parameters: always the same cells, so that ranks are known ---- */

/* In the pattern @ stands for the cell. */
void say_mutexes(struct program *p, const struct function *f, const char *pattern)
{
	for (int i = 0; i < f->mutex_count; i++) {
		fill(p, pattern, "%s", p->cells[f->mutexes[i]].path);
		if (i < f->mutex_count - 1 || f->parameters) say(p, ", ");
	}
}

void say_mutex_parameters(struct program *p, const struct function *f, const char *mutex)
{
	for (int i = 0; i < f->mutex_count; i++) {
		say(p, "%s *%s m%d", p->cells[f->mutexes[i]].type, mutex, i);
		if (i < f->mutex_count - 1 || f->parameters) say(p, ", ");
	}
}

/* Spin locks are not waited for while other locks are taken. */
static void add_mutexes(struct program *p)
{
	struct function *f = p->function;
	for (unsigned long n = below(p, 3); n; n--) {
		int cell = (int)below(p, (unsigned long)p->cell_count);
		if (p->cells[cell].spins) continue;
		f->mutexes[f->mutex_count++] = cell;
		take(p, cell, true);
	}
}

/* ---- Calling ---- */

struct function *pick_callee(struct program *p, bool is_thread)
{
	for (int tries = 0; tries < 6 && p->function_count; tries++) {
		struct function *f = p->functions[below(p, (unsigned long)p->function_count)];
		unsigned long cost = p->at.times * (f->cost + 3);
		if (f->is_thread != is_thread || p->at.spinning || f->lowest <= p->at.highest) continue;
		if (p->function->cost + cost > p->limit) continue;
		p->function->cost += cost;
		if (f->lowest < p->function->lowest) p->function->lowest = f->lowest;
		return f;
	}
	return NULL;
}

void pick_arguments(struct program *p, struct function *f, struct value *arguments)
{
	for (unsigned i = 0; i < f->parameters; i++)
		arguments[i] = pick_value(p);
}

/* A term as an argument; what it comes to. */
static struct value say_term_as(struct program *p, const struct type *type)
{
	struct text term = { 0 }, *to = p->to;
	struct place outside = p->at;
	int into = new_variable(p, "argument");
	shadow_set(p, into, constant(0));
	p->at.depth += 2;
	p->to = &term;
	say_term(p, into);
	p->to = to;
	p->at = outside;
	fill(p, type->make, "(%s) %% %lu", term.chars, type->modulus);
	free(term.chars);
	return variable(into);
}

void say_arguments(struct program *p, struct function *f, struct value *arguments)
{
	say(p, "(");
	say_mutexes(p, f, "&@");
	for (unsigned i = 0; i < f->parameters; i++) {
		if (i) say(p, ", ");
		if (p->at.depth < 7 && chance(p, 15)) arguments[i] = say_term_as(p, f->parameter[i]);
		else say_as(p, f->parameter[i], arguments[i]);
	}
	say(p, ")");
}

void say_callee(struct program *p, struct function *f)
{
	switch (below(p, 8)) {
	case 0: say(p, "(*%s)", f->name); break;
	case 1: say(p, "(&%s)", f->name); break;
	case 2: say(p, "(%s ? %s : &%s)", p->sum, f->name, f->name); break;
	case 3: say(p, "((__typeof__(%s) *[]){ %s })[0]", f->name, f->name); break;
	default: say(p, "%s", f->name); break;
	}
}

int shadow_call(struct program *p, struct function *f, const struct value *arguments)
{
	struct shadow *call = shadow_new(p, CALL);
	call->callee = f;
	f->called = true;
	call->variable = new_variable(p, "result");
	for (unsigned i = 0; i < f->parameters; i++)
		call->arguments[i] = arguments[i];
	return call->variable;
}

/* ---- Making ---- */

static struct function *new_function(struct program *p, const char *kind)
{
	struct function *f = calloc(1, sizeof *f);
	if (!f || p->function_count == FUNCTIONS) abort();
	snprintf(f->name, sizeof f->name, "%s_%d", kind, ++p->number);
	f->lowest = NO_LOCK;
	f->cost = 3;
	f->result = &unsigned_long;
	p->function = f;
	p->variables = 1;
	p->sum = "sum";
	p->to = &f->text;
	p->at = (struct place){ .highest = NOTHING, .counter = -1, .local = -1, .times = 1, .may_return = true };
	f->body = p->at.block = shadow_new(p, SEQUENCE);
	return f;
}

static void keep(struct program *p)
{
	for (int v = 1; v < p->variables; v++) free(p->names[v]);
	p->functions[p->function_count++] = p->function;
}

static void add_parameter(struct program *p, const struct type *type)
{
	struct function *f = p->function;
	struct text use = { 0 };
	char name[40];
	snprintf(name, sizeof name, f->is_thread ? "self->p%u" : "p%u", f->parameters);
	f->parameter[f->parameters++] = type;
	p->to = &use;
	fill(p, type->use, "%s", name);
	p->to = &f->text;
	new_variable(p, "(%s)", use.chars);
	free(use.chars);
}

/* Every parameter is used. */
static void add_parameters_to_sum(struct program *p)
{
	for (unsigned i = 0; i < p->function->parameters; i++) {
		struct value value = { below(p, 9), 1 + below(p, 9), 1 + (int)i };
		indent(p);
		add_to_sum(p, value);
		say(p, ";\n");
	}
}

static void say_parameters(struct program *p, struct function *f, const char *mutex)
{
	say(p, "(");
	say_mutex_parameters(p, f, mutex);
	for (unsigned i = 0; i < f->parameters; i++) {
		if (i) say(p, ", ");
		fill(p, f->parameter[i]->declare, "p%u", i);
	}
	say(p, f->parameters || f->mutex_count ? ")" : "void)");
}

static void say_head(struct program *p, struct function *f, const char *mutex)
{
	struct text head = { 0 }, *to = p->to;
	p->to = &head;
	say(p, "%s", f->name);
	say_parameters(p, f, mutex);
	p->to = to;
	say(p, "static ");
	fill(p, f->result->declare, "%s", head.chars);
	free(head.chars);
}

static void prototype(struct program *p, struct function *f)
{
	struct text *to = p->to;
	p->to = &p->declarations;
	say_head(p, f, chance(p, 50) ? " mutex" : "");
	say(p, ";\n");
	p->to = to;
}

static void say_return(struct program *p)
{
	if (p->function->result == &nothing) return;
	indent(p);
	say(p, "return ");
	fill(p, p->function->result->make, "%s %% %lu", p->sum, p->function->result->modulus);
	say(p, ";\n");
}

/* Within the function, its cells have the names of its parameters. */
static void name_by_parameters(struct program *p, const struct function *f, struct cell *outside)
{
	for (int i = 0; i < f->mutex_count; i++) {
		struct cell *c = &p->cells[f->mutexes[i]];
		bool monitor = !strncmp(c->sum, c->path, strlen(c->path));
		outside[i] = *c;
		snprintf(c->path, sizeof c->path, "(*m%d)", i);
		if (!monitor) continue;
		snprintf(c->sum, sizeof c->sum, "m%d->sum", i);
		snprintf(c->negative, sizeof c->negative, "m%d->negative", i);
	}
}

void write_function(struct program *p)
{
	struct function *f = new_function(p, "f");
	struct cell outside[2];
	if (chance(p, 85)) f->result = pick_type(p, false);
	else f->result = &nothing;
	if (chance(p, 25)) add_mutexes(p);
	for (unsigned long n = below(p, PARAMETERS + 1 - (unsigned long)f->mutex_count); n; n--) add_parameter(p, pick_type(p, true));
	say_head(p, f, " mutex");
	say(p, "\n{\n");
	for (int i = 0; i < f->mutex_count; i++) line(p, "\tnote(m%d == &%s);", i, p->cells[f->mutexes[i]].path);
	name_by_parameters(p, f, outside);
	p->at.indent = 1;
	line(p, "unsigned long sum = 0;");
	add_parameters_to_sum(p);
	if (f->result == &nothing) line(p, "(void)sum;");
	p->budget = p->size;
	while (p->budget > p->size / 3) statements(p, 4);
	say_return(p);
	say(p, "}\n\n");
	for (int i = f->mutex_count; i--;) p->cells[f->mutexes[i]] = outside[i];
	if (chance(p, 30)) prototype(p, f);
	keep(p);
}

/* ---- Threads ---- */

static struct function *pick_base(struct program *p)
{
	struct function *base = chance(p, 40) ? p->functions[below(p, (unsigned long)p->function_count)] : NULL;
	return base && base->is_thread && base->parameters < PARAMETERS ? base : NULL;
}

/* The type goes to the declarations, the start routine to the function's text. */
static void declare_thread(struct program *p, unsigned long own)
{
	struct function *f = p->function;
	unsigned inherited = f->base ? f->base->parameters : 0;
	for (unsigned i = 0; i < inherited; i++) add_parameter(p, f->base->parameter[i]);
	for (; own && f->parameters < PARAMETERS; own--) add_parameter(p, pick_type(p, false));
	p->to = &p->declarations;
	say(p, "thread %s { ", f->name);
	if (f->base) say(p, "inline %s; ", f->base->name);
	for (unsigned i = inherited; i < f->parameters; i++) {
		fill(p, f->parameter[i]->declare, "p%u", i);
		say(p, "; ");
	}
	say(p, f->base ? "int own_%s; };\n" : "unsigned long sum; };\n", f->name);
	if (f->own_main && chance(p, 50)) say(p, "static void main(%s *self);\n", f->name);
	p->to = &f->text;
}

/* Runs its base's main: the same shadow. */
static void inherit(struct program *p)
{
	struct function *f = p->function, *base = f->base;
	f->body = base->body;
	f->cost = base->cost;
	f->lowest = base->lowest;
	base->called = true;
}

void write_thread(struct program *p)
{
	struct function *base = p->function_count ? pick_base(p) : NULL, *f = new_function(p, "t");
	f->is_thread = true;
	f->base = base;
	f->own_main = !base || chance(p, 50);
	p->sum = "self->sum";
	declare_thread(p, f->own_main ? below(p, 5) : 0);
	if (!f->own_main) {
		inherit(p);
		keep(p);
		return;
	}
	say(p, "static void main(%s *self)\n{\n", f->name);
	p->at.indent = 1;
	add_parameters_to_sum(p);
	p->budget = p->size / 2 + 2;
	statements(p, 4);
	if (!f->parameters) line(p, "(void)self;");
	say(p, "}\n\n");
	keep(p);
}

/* ---- Scenes ---- */

void scene(struct program *p, const char *name)
{
	new_function(p, name);
	p->function->parameters = 1;
	p->function->parameter[0] = &unsigned_long;
	new_variable(p, "n");
	p->to = &p->function->text;
}

void scene_end(struct program *p, unsigned long cost)
{
	p->function->cost = cost;
	say(p, "\n");
	keep(p);
}

/* ---- main ---- */

static void call_and_print(struct program *p, struct function *f)
{
	struct value arguments[PARAMETERS];
	struct text use = { 0 };
	p->at.depth = 9;
	pick_arguments(p, f, arguments);
	p->to = &use;
	say(p, "%s", f->name);
	say_arguments(p, f, arguments);
	p->to = &p->function->text;
	if (f->result == &nothing) {
		line(p, "%s;", use.chars);
		shadow_call(p, f, arguments);
	} else {
		indent(p);
		if (f->lowest == NO_LOCK && chance(p, 50)) say(p, "mutex (stdout) ");
		say(p, "printf(\"%%lu\\n\", ");
		fill(p, f->result->use, "%s", use.chars);
		say(p, ");\n");
		int result = shadow_call(p, f, arguments);
		shadow_new(p, PRINT)->value = variable(result);
	}
	free(use.chars);
}

static void print_sum(struct program *p)
{
	line(p, "printf(\"%%lu\\n\", sum);");
	shadow_new(p, PRINT)->value = variable(0);
}

/* In order of their ranks, should first use count for the order of locks. */
static void use_cells(struct program *p)
{
	for (int i = 0; i < p->cell_count; i++) line(p, "mutex (%s) sum += 0;", p->cells[i].path);
	line(p, "mutex (stdout) sum += 0;");
}

static void print_cells(struct program *p)
{
	line(p, "wait_for_detached();");
	for (int i = 0; i < p->cell_count; i++) {
		const struct cell *c = &p->cells[i];
		if (p->lasting) line(p, "mutex (%s)", c->path);
		line(p, "printf(\"c%d %%lu\\n\", %s);", i, c->sum);
		if (p->lasting && !c->many) line(p, "mutex (%s)", c->path);
		if (!c->many) line(p, "note(%s + %s == 0);", c->sum, c->negative);
	}
	line(p, "printf(\"%%u wrong\\n\", wrong);");
	line(p, "sum %%= 1000003;");
	line(p, "printf(\"%%lu\\n\", sum);");
	line(p, "return (int)(sum %% 100);");
}

void write_main(struct program *p)
{
	struct function *f = new_function(p, "program");
	p->at.may_return = false;
	p->limit *= 4;
	f->result = &unsigned_long;
	say(p, "int main(void)\n{\n");
	p->at.indent = 1;
	line(p, "unsigned long sum = 0;");
	use_cells(p);
	for (int i = 0; i < 3; i++) {
		p->budget = p->size;
		statements(p, 3);
		print_sum(p);
	}
	for (int i = 0; i < p->function_count; i++)
		if (!p->functions[i]->called && !p->functions[i]->is_thread) call_and_print(p, p->functions[i]);
	print_cells(p);
	say(p, "}\n");
	p->functions[p->function_count] = f;
}
