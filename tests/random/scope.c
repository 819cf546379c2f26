/* SPDX-License-Identifier: MIT */
/* Scopes with children, deadlines that have passed and that have not, ways out, which cancel; shields, in which nothing of
 * that shows. What is cancelled here is shielded, so that its effect is known. */
#include <stdio.h>

#include "generate.h"

/* ---- Helpers behind a function ---- */

static void parameters(struct program *p, struct function *f, bool typed)
{
	for (int i = 0; i < f->mutex_count; i++)
		say(p, ", %s%sm%d", typed ? p->cells[f->mutexes[i]].type : "", typed ? " *" : "", i);
	for (unsigned i = 0; i < f->parameters; i++) {
		say(p, ", ");
		if (typed) fill(p, f->parameter[i]->declare, "a%u", i);
		else say(p, "a%u", i);
	}
}

/* Tells where it has begun to be shielded; what comes then is as if nobody had cancelled it. */
static void need_shielded(struct program *p, struct function *f)
{
	struct text *to = p->to;
	if (f->has_shielded) return;
	f->has_shielded = true;
	p->to = &f->text;
	say(p, "static %s shielded_%s(bool *ended", f->result->name, f->name);
	parameters(p, f, true);
	say(p, ")\n{\n\tshield {\n\t\t__attribute__((cleanup(has_ended), unused)) bool *here = ended;\n\t\tnote(!conc_cancelled());\n\t\t%s%s(", f->result == &nothing ? "" : "return ", f->name);
	/* without the first comma */
	struct text arguments = { 0 };
	p->to = &arguments;
	parameters(p, f, false);
	p->to = &f->text;
	say(p, "%s);\n\t}\n}\n\n", arguments.chars ? arguments.chars + 2 : "");
	p->to = to;
}

/* spawn shielded_f(&ended, …) */
static int spawns_shielded(struct program *p, struct function *f, const char *scope, int number)
{
	struct value arguments[PARAMETERS];
	struct text text = { 0 }, *to = p->to;
	need_shielded(p, f);
	pick_arguments(p, f, arguments);
	p->to = &text;
	say_arguments(p, f, arguments);
	p->to = to;
	say(p, "spawn %sshielded_%s(&ended_%d%s%s", scope, f->name, number, f->parameters || f->mutex_count ? ", " : "", text.chars + 1);
	return shadow_call(p, f, arguments);
}

static struct function *pick_to_shield(struct program *p)
{
	struct function *f = pick_callee(p, false);
	return f && f->parameters + (unsigned)f->mutex_count < PARAMETERS ? f : NULL; /* the helper has one parameter more */
}

/* ---- Statements ---- */

/* The scope waits for its children, which nobody joins. */
static void children(struct program *p, int number)
{
	bool named = chance(p, 50);
	line(p, named ? "scope (s_%d) {" : "scope {", number);
	p->at.indent++;
	p->at.scope = IN_SCOPE;
	stay_inside(p);
	for (unsigned long n = 1 + below(p, 3); n; n--) {
		struct function *f = pick_callee(p, false);
		if (!f) break;
		struct value arguments[PARAMETERS];
		pick_arguments(p, f, arguments);
		indent(p);
		say(p, "spawn ");
		if (named && chance(p, 60)) say(p, "(s_%d) ", number);
		say(p, "%s", f->name);
		say_arguments(p, f, arguments);
		say(p, ";\n");
		shadow_call(p, f, arguments);
		if (chance(p, 50)) statements(p, 1);
	}
	if (named) line(p, "note(s_%d != NULL);", number);
	statements(p, 1);
	p->at.indent--;
	line(p, "}");
}

/* Left in any way: the children are cancelled, and are shielded. */
static void left_early(struct program *p, int number)
{
	struct function *f = pick_to_shield(p);
	line(p, "bool ended_%d = %s;", number, f ? "false" : "true");
	line(p, "__attribute__((cleanup(must_have_ended), unused)) bool *seen_%d = &ended_%d;", number, number);
	line(p, "scope (s_%d) {", number);
	p->at.indent++;
	p->at.scope = CANCELS;
	if (f) {
		char scope[24] = "";
		if (chance(p, 50)) snprintf(scope, sizeof scope, "(s_%d) ", number);
		indent(p);
		spawns_shielded(p, f, scope, number);
		say(p, ";\n");
	}
	if (chance(p, 40)) line(p, "conc_cancel(s_%d);", number);
	else line(p, "note(s_%d != NULL);", number);
	statements(p, 2);
	p->at.indent--;
	line(p, "}");
}

/* The deadline has passed, or is far; the shield keeps it off. */
static void deadline(struct program *p, int number)
{
	static const char *const limits[] = { "timeout(0s)", "timeout(-1ms)", "deadline(conc_now())", "timeout(1h)", "deadline(conc_now() + 1h)" };
	unsigned long limit = below(p, 5);
	bool late = limit < 3;
	line(p, "bool late_%d = true;", number);
	line(p, "scope (late_%d = %s) {", number, limits[limit]);
	p->at.indent++;
	p->at.scope = CANCELS_CHILDREN;	/* the shield ends before them */
	stay_inside(p);
	line(p, late ? "note(!late_%d && conc_cancelled());" : "note(!late_%d && !conc_cancelled());", number);
	line(p, "shield {");
	p->at.indent++;
	line(p, "note(!conc_cancelled());");
	statements(p, 2);
	p->at.indent--;
	line(p, "}");
	p->at.indent--;
	line(p, "}");
	line(p, late ? "note(late_%d);" : "note(!late_%d);", number);
}

/* A task that is cancelled when it has begun, or before. */
static void cancelled_task(struct program *p, struct function *f, int number)
{
	line(p, "bool ended_%d = false;", number);
	indent(p);
	say(p, "task(%s) t_%d = ", f->result->name, number);
	int result = spawns_shielded(p, f, "", number);
	say(p, ";\n");
	if (chance(p, 50)) line(p, "conc_yield();");
	line(p, "conc_cancel(t_%d);", number);
	stay_inside(p);
	statements(p, 1);
	indent(p);
	if (f->result != &nothing) {
		struct text join = { 0 };
		text_add(&join, "join(t_%d)", number);
		say(p, "%s += ", p->sum);
		fill(p, f->result->use, "%s", join.chars);
		say(p, ";\n");
		shadow_add(p, 0, variable(result));
	} else say(p, "join(t_%d);\n", number);
	line(p, "note(ended_%d);", number);
}

static bool statement(struct program *p)
{
	if (p->at.spinning || p->at.scope == CANCELS) return false;
	unsigned long form = below(p, 5);
	int number = ++p->number;
	struct function *f = form == 3 ? pick_to_shield(p) : NULL;
	if (form == 3 && !f) return false;
	struct place outside = p->at;
	if (form == 4) {
		say(p, chance(p, 50) ? "shield " : "shield (1h) ");
		p->at.depth++;
		block(p, 2);
		return true;
	}
	open_brace(p);
	p->at.depth++;
	if (form == 0) children(p, number);
	else if (form == 1) left_early(p, number);
	else if (form == 2) deadline(p, number);
	else cancelled_task(p, f, number);
	p->at = outside;
	p->at.indent++;
	close_brace(p);
	return true;
}

/* ---- Functions ---- */

static void declare(struct program *p)
{
	text_add(&p->declarations,
		"__attribute__((unused)) static inline void has_ended(bool **ended) { **ended = true; }\n"
		"__attribute__((unused)) static inline void must_have_ended(bool **ended) { note(**ended); }\n");
}

/* Children make more children in the scope that they were given. */
static void function(struct program *p)
{
	unsigned long depth = 1 + below(p, 4);
	static const char *const limits[] = { "", ", late = timeout(1h)", ", late = timeout(0s)" };
	unsigned long limit = below(p, 3);
	scene(p, "grows");
	const char *name = p->function->name;
	say(p, "static void grow_%s(struct conc_scope *s, unsigned long *leaves, int depth)\n{\n", name);
	say(p, "\tif (!depth) {\n\t\t__atomic_add_fetch(leaves, 1, __ATOMIC_RELAXED);\n\t\treturn;\n\t}\n");
	say(p, "\tspawn (s) grow_%s(s, leaves, depth - 1);\n%s\tspawn (s) grow_%s(s, leaves, depth - 1);\n}\n", name, chance(p, 50) ? "\tconc_yield();\n" : "", name);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tunsigned long leaves = 0;\n", name);
	if (limit) say(p, "\tbool late = false;\n");
	say(p, "\tscope (s%s) {\n\t\tgrow_%s(s, &leaves, %lu);\n", limits[limit], name, depth);
	if (chance(p, 30)) say(p, "\t\tconc_cancel(s);\n");
	say(p, "\t}\n");
	if (limit) say(p, "\tnote(late == %d);\n", limit == 2);
	say(p, "\treturn (n + leaves) %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(1ul << depth));
	scene_end(p, 20 + (4ul << depth));
}

const struct construct construct_scope = { .name = "scope", .declare = declare, .function = function, .statement = statement, .weight = 2 };
