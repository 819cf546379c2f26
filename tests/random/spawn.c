/* SPDX-License-Identifier: MIT */
/* spawn and tasks: in arrays and structures, moved, assigned, returned, passed, joined again, let go; recursion. */
#include <stdio.h>

#include "generate.h"

static const struct type depth = { "int", "int @", "(int)(@)", "(unsigned long)@", 6 };

static int spawns(struct program *p, struct function *f)
{
	struct value arguments[PARAMETERS];
	pick_arguments(p, f, arguments);
	say(p, "spawn ");
	say_callee(p, f);
	say_arguments(p, f, arguments);
	return shadow_call(p, f, arguments);
}

static void joins(struct program *p, struct function *f, int result, const char *task, int number)
{
	indent(p);
	char name[40];
	snprintf(name, sizeof name, task, number);
	if (f->result == &nothing) {
		say(p, "join(%s);\n", name);
		return;
	}
	say(p, "%s += ", p->sum);
	struct text join = { 0 };
	text_add(&join, "join(%s)", name);
	fill(p, f->result->use, "%s", join.chars);
	say(p, ";\n");
	shadow_add(p, 0, variable(result));
}

/* ---- Helpers behind a function ---- */

static void parameters(struct program *p, struct function *f, bool typed)
{
	if (typed) say_mutex_parameters(p, f, "");
	else
		for (int i = 0; i < f->mutex_count; i++) say(p, "m%d%s", i, i < f->mutex_count - 1 || f->parameters ? ", " : "");
	for (unsigned i = 0; i < f->parameters; i++) {
		if (i) say(p, ", ");
		if (typed) fill(p, f->parameter[i]->declare, "a%u", i);
		else say(p, "a%u", i);
	}
	if (typed && !f->parameters && !f->mutex_count) say(p, "void");
}

static void need_start(struct program *p, struct function *f)
{
	struct text *to = p->to;
	if (f->has_start) return;
	f->has_start = true;
	p->to = &f->text;
	say(p, "static task(%s) start_%s(", f->result->name, f->name);
	parameters(p, f, true);
	say(p, ")\n{\n\ttask(%s) t = spawn %s(", f->result->name, f->name);
	parameters(p, f, false);
	say(p, ");\n\treturn t;\n}\n\n");
	p->to = to;
}

static void need_finish(struct program *p, struct function *f)
{
	struct text *to = p->to;
	if (f->has_finish) return;
	f->has_finish = true;
	p->to = &f->text;
	say(p, "static %s finish_%s(task(%s) t)\n{\n", f->result->name, f->name, f->result->name);
	say(p, "\t%sjoin(t);\n}\n\n", f->result == &nothing ? "" : "return ");
	p->to = to;
}

static void need_detached(struct program *p, struct function *f)
{
	struct text *to = p->to;
	if (f->has_detached) return;
	f->has_detached = true;
	p->to = &f->text;
	say(p, "static %s detached_%s(", f->result->name, f->name);
	parameters(p, f, true);
	say(p, ")\n{\n\t__attribute__((cleanup(one_has_ended))) int here = 0;\n\t(void)here;\n\t%s%s(", f->result == &nothing ? "" : "return ", f->name);
	parameters(p, f, false);
	say(p, ");\n}\n\n");
	p->to = to;
}

/* ---- Statements ---- */

static void one_task(struct program *p, struct function *f, int number)
{
	line(p, "task(%s) t_%d = {0};", f->result->name, number);
	indent(p);
	say(p, "t_%d = ", number);
	int result = spawns(p, f);
	say(p, ";\n");
	statements(p, 2);
	joins(p, f, result, "t_%d", number);
	if (chance(p, 30)) joins(p, f, result, "t_%d", number);
}

static void moved_task(struct program *p, struct function *f, int number)
{
	indent(p);
	say(p, "task(%s) t_%d = ", f->result->name, number);
	int result = spawns(p, f);
	say(p, ", u_%d = t_%d;\n", number, number);
	statements(p, 1);
	if (chance(p, 50)) {
		indent(p);
		say(p, "t_%d = ", number);
		spawns(p, f);
		say(p, ";\n");
	}
	line(p, "t_%d = u_%d;", number, number);
	joins(p, f, result, "t_%d", number);
}

static void task_in_structure(struct program *p, struct function *f, int number)
{
	line(p, "struct job_%d { int n; task(%s) result; } j_%d[2] = {0}, *q_%d = j_%d;", number, f->result->name, number, number, number);
	indent(p);
	say(p, "j_%d[0].result = ", number);
	int first = spawns(p, f);
	say(p, ";\n");
	indent(p);
	say(p, "q_%d[1].result = ", number);
	int second = spawns(p, f);
	say(p, ";\n");
	statements(p, 2);
	joins(p, f, second, "j_%d[1].result", number);
	joins(p, f, first, "q_%d->result", number);
}

/* Nothing joins it by itself. */
static void task_in_memory(struct program *p, struct function *f, int number)
{
	line(p, "struct job_%d { task(%s) results[2]; } *q_%d = new struct job_%d {};", number, f->result->name, number, number);
	indent(p);
	say(p, "q_%d->results[1] = ", number);
	int result = spawns(p, f);
	say(p, ";\n");
	struct place before = p->at;
	stay_inside(p);
	statements(p, 1);
	p->at = before;
	line(p, "q_%d->results[0] = q_%d->results[1];", number, number);
	joins(p, f, result, "q_%d->results[0]", number);
	line(p, "task(%s) last_%d = q_%d->results[0];", f->result->name, number, number);
	line(p, "delete q_%d;", number);
}

/* In the head of a `for`, which is its scope. */
static void task_in_a_for(struct program *p, struct function *f, int number)
{
	indent(p);
	say(p, "for (task(%s) t_%d = ", f->result->name, number);
	int result = spawns(p, f);
	say(p, ";;) {\n");
	struct place outside = enter(p, SEQUENCE);
	p->at.breaks = p->at.block;
	p->at.continues = NULL;
	p->at.indent++;
	statements(p, 1);
	joins(p, f, result, "t_%d", number);
	line(p, "break;");
	leave(p, outside);
	line(p, "}");
}

static void array_of_tasks(struct program *p, struct function *f, int number)
{
	unsigned long n = 1 + below(p, 5);
	char counter[24];
	struct value arguments[PARAMETERS];
	snprintf(counter, sizeof counter, "i_%d", number);
	p->function->cost += n * p->at.times * f->cost;
	line(p, "task(%s) t_%d[%lu];", f->result->name, number, n);
	line(p, "for (unsigned long %s = 0; %s < %lu; %s++)", counter, counter, n, counter);
	struct place outside = enter_loop(p, counter, n);
	pick_arguments(p, f, arguments);
	p->at.indent++;
	stay_inside(p);
	indent(p);
	say(p, "t_%d[%s] = spawn %s", number, counter, f->name);
	say_arguments(p, f, arguments);
	say(p, ";\n");
	shadow_add(p, 0, variable(shadow_call(p, f, arguments)));
	leave(p, outside);
	struct place before = p->at;
	stay_inside(p);
	statements(p, 1);
	p->at = before;
	line(p, "for (int k_%d = 0; k_%d < %lu; k_%d++)", number, number, n, number);
	p->at.indent++;
	indent(p);
	struct text join = { 0 };
	text_add(&join, "join(t_%d[k_%d])", number, number);
	if (f->result != &nothing) say(p, "%s += ", p->sum);
	fill(p, f->result == &nothing ? "@" : f->result->use, "%s", join.chars);
	say(p, ";\n");
	p->at.indent--;
}

static void passed_task(struct program *p, struct function *f, int number)
{
	struct value arguments[PARAMETERS];
	need_start(p, f);
	need_finish(p, f);
	pick_arguments(p, f, arguments);
	indent(p);
	say(p, "task(%s) t_%d = start_%s", f->result->name, number, f->name);
	say_arguments(p, f, arguments);
	say(p, ";\n");
	int result = shadow_call(p, f, arguments);
	statements(p, 1);
	indent(p);
	if (f->result != &nothing) say(p, "%s += ", p->sum);
	struct text call = { 0 };
	text_add(&call, "finish_%s(t_%d)", f->name, number);
	fill(p, f->result == &nothing ? "@" : f->result->use, "%s", call.chars);
	say(p, ";\n");
	shadow_add(p, 0, variable(result));
}

static bool let_go(struct program *p, struct function *f)
{
	struct value arguments[PARAMETERS];
	need_detached(p, f);
	p->lasting = true;
	pick_arguments(p, f, arguments);
	say(p, "{ one_has_started(); spawn detached_%s", f->name);
	say_arguments(p, f, arguments);
	say(p, "; }");
	shadow_call(p, f, arguments);
	return true;
}

static bool statement(struct program *p)
{
	struct function *f = p->at.scope == CANCELS ? NULL : pick_callee(p, false);
	if (!f) return false;
	int number = ++p->number;
	unsigned long form = below(p, 8);
	if ((form == 5 && p->at.scope) || (form == 7 && p->at.scope == CANCELS_CHILDREN)) form = 6;
	if (form == 7) return let_go(p, f);
	open_brace(p);
	p->at.depth++;
	if (form == 0) one_task(p, f, number);
	else if (form == 1) moved_task(p, f, number);
	else if (form == 2) task_in_structure(p, f, number);
	else if (form == 3) array_of_tasks(p, f, number);
	else if (form == 4) task_in_memory(p, f, number);
	else if (form == 5) task_in_a_for(p, f, number);
	else passed_task(p, f, number);
	close_brace(p);
	return true;
}

/* join(spawn f(…)) */
static bool one_term(struct program *p, int into)
{
	struct function *f = pick_callee(p, false);
	if (!f || f->result == &nothing) return false;
	bool start = chance(p, 30);
	struct value arguments[PARAMETERS];
	pick_arguments(p, f, arguments);
	struct text call = { 0 }, *to = p->to;
	if (start) need_start(p, f);
	p->to = &call;
	say(p, start ? "join(start_%s" : "join(spawn %s", f->name);
	say_arguments(p, f, arguments);
	p->to = to;
	fill(p, f->result->use, "%s)", call.chars);
	shadow_add(p, into, variable(shadow_call(p, f, arguments)));
	return true;
}

/* ---- Functions ---- */

static void declare(struct program *p)
{
	text_add(&p->declarations,
		"static conc_mutex detached_lock;\n"
		"static conc_condition detached_ends;\n"
		"static unsigned detached;\n"
		"__attribute__((unused)) static inline void one_has_started(void) { mutex (detached_lock) detached++; }\n"
		"__attribute__((unused)) static inline void one_has_ended(int *unused)\n"
		"{\n\t(void)unused;\n\tmutex (detached_lock) {\n\t\tif (!--detached) conc_broadcast(&detached_ends);\n\t}\n}\n"
		"__attribute__((unused)) static inline void wait_for_detached(void)\n"
		"{\n\tmutex (detached_lock)\n\t\twhile (detached) conc_wait(&detached_ends, &detached_lock);\n}\n");
}

/* A tree of calls, some spawned. */
static void function(struct program *p)
{
	unsigned long leaf = below(p, 100), each = below(p, 100);
	scene(p, "tree");
	struct function *f = p->function;
	f->parameter[0] = &depth;
	say(p, "static unsigned long %s(int n)\n{\n", f->name);
	say(p, "\tif (n < 1) return %lu;\n", leaf);
	say(p, "\ttask(unsigned long) a = spawn %s(n - 1), b = {0};\n", f->name);
	if (chance(p, 50)) say(p, "\tb = spawn %s(n - 1);\n\treturn join(a) + join(b) + %lu;\n}\n", f->name, each);
	else say(p, "\tunsigned long c = %s(n - 1);\n\treturn c + join(a) + %lu;\n}\n", f->name, each);
	struct place outside = enter(p, WHEN);
	p->at.block->variable = 1;
	p->at.block->modulus = depth.modulus;
	shadow_add(p, 0, constant(leaf));
	shadow_leave(p, f->body);
	leave(p, outside);
	struct value less = { -1ul, 1, 1 };
	shadow_add(p, 0, variable(shadow_call(p, f, &less)));
	shadow_add(p, 0, variable(shadow_call(p, f, &less)));
	shadow_add(p, 0, constant(each));
	scene_end(p, 100);
}

const struct construct construct_spawn = {
	.name = "spawn", .declare = declare, .function = function, .statement = statement, .term = one_term, .weight = 8
};
