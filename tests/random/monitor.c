/* SPDX-License-Identifier: MIT */
/* Monitors: with bases, within each other, used before they are defined; functions with mutex parameters.
 * Every type has account as its root, so that its helpers do for all. */
#include <stdio.h>
#include <string.h>

#include "generate.h"

static const char *const derived[] = { "account", "savings", "pension", "konto" };

static void declare(struct program *p)
{
	if (chance(p, 50)) text_add(&p->declarations, "monitor account;\n__attribute__((unused)) static account *last_account;\n");
	text_add(&p->declarations,
		"monitor account { unsigned long sum, negative; };\n"
		"typedef account konto;\n"
		"monitor savings { inline account; double rate; conc_condition changed; struct savings *next; };\n"
		"monitor pension { inline savings; struct { int years; } age; account *other; };\n"
		"monitor bank { int branches; account own; unsigned long sum, negative; };\n"
		"__attribute__((unused)) static void add_to_account(account * mutex a, unsigned long n)\n"
		"{\n\ta->sum += n;\n\tconc_yield();\n\ta->negative -= n;\n\tnote(a->sum + a->negative == 0);\n}\n"
		"__attribute__((unused)) static unsigned long add_to_both(account * mutex a, unsigned long n, account * const mutex b)\n"
		"{\n\ta->sum += n, b->sum += 3 * n;\n\ta->negative -= n, b->negative -= 3 * n;\n\treturn n;\n}\n"
		"__attribute__((unused)) static void deeply(pension * mutex a, int depth, unsigned long n)\n"
		"{\n\tif (depth) deeply(a, depth - 1, n);\n\telse add_to_account(a, n);\n}\n"
		"__attribute__((unused)) static void read_account(const account * mutex(read) a, int depth)\n"
		"{\n\tnote(a->sum + a->negative == 0);\n\tconc_yield();\n\tif (depth) read_account(a, depth - 1);\n}\n");
}

static struct cell *account_cell(struct program *p, const char *type, const char *path)
{
	struct cell *c = new_cell(p, type);
	snprintf(c->path, sizeof c->path, "%s", path);
	snprintf(c->sum, sizeof c->sum, "%s.sum", path);
	snprintf(c->negative, sizeof c->negative, "%s.negative", path);
	c->again = true;
	return c;
}

static void initialise(struct program *p, const char *before, const char *behind)
{
	unsigned long n = below(p, 50);
	p->totals[p->cell_count - 1] = n;
	text_add(&p->initial, "%s%lu, -%luul%s", before, n, n, behind);
}

/* The account in a bank has the lower address, and so the lower rank: a monitor's lock stands behind its members. */
static void bank_cell(struct program *p)
{
	char path[40];
	text_add(&p->world, "\tbank c%d;\n", p->cell_count + 1);
	text_add(&p->initial, "\t.c%d = { 2, { ", p->cell_count + 1);
	snprintf(path, sizeof path, "world.c%d.own", p->cell_count + 1);
	account_cell(p, "account", path);
	initialise(p, "", " }, ");
	snprintf(path, sizeof path, "world.c%d", p->cell_count);
	account_cell(p, "bank", path);
	initialise(p, "", " },\n");
	text_add(&p->declarations, "#define c%d c%d.own\n", p->cell_count - 2, p->cell_count - 1);
}

static void cell(struct program *p)
{
	static const char *const open[] = { "{ ", "{ { ", "{ { { ", "{ " };
	static const char *const close[] = { " },\n", " }, 0.5 },\n", " }, 0.5 }, { 1 } },\n", " },\n" };
	char path[40];
	if (chance(p, 20) && p->cell_count < CELLS - 4) {
		bank_cell(p);
		return;
	}
	unsigned long kind = below(p, 4);
	snprintf(path, sizeof path, "world.c%d", p->cell_count);
	text_add(&p->world, "\t%s c%d;\n", derived[kind], p->cell_count);
	account_cell(p, derived[kind], path);
	if (chance(p, 50)) return;
	text_add(&p->initial, "\t.c%d = ", p->cell_count - 1);
	initialise(p, open[kind], close[kind]);
}

/* ---- Statements ---- */

static bool is_account(const struct cell *c) { return c->again && strncmp(c->type, "conc", 4) && strcmp(c->type, "bank"); }

static int pick_account(struct program *p)
{
	unsigned long first = below(p, (unsigned long)p->cell_count);
	for (int i = 0; i < p->cell_count; i++) {
		int cell = ((int)first + i) % p->cell_count;
		if (is_account(&p->cells[cell]) && can_take(p, cell)) return cell;
	}
	return -1;
}

/* The shadow of an addition in a function that takes the lock itself. */
static void add(struct program *p, int cell, struct value value, unsigned long times)
{
	struct place outside = p->at;
	take(p, cell, true);
	p->at = outside;
	value.constant *= times;
	value.factor *= times;
	shadow_share(p, cell, value);
}

static bool adds_to_one(struct program *p, int cell)
{
	struct value value = pick_value(p);
	bool deep = !strcmp(p->cells[cell].type, "pension") && chance(p, 50);
	if (p->at.spinning) return false;
	say(p, deep ? "deeply(&%s, 5, " : "add_to_account(&%s, ", p->cells[cell].path);
	say_value(p, value);
	add(p, cell, value, 1);
	say(p, ");");
	return true;
}

static bool adds_to_both(struct program *p, int a, int b)
{
	struct value value = pick_value(p);
	if (p->at.spinning) return false;
	say(p, "%s += add_to_both(&%s, ", p->sum, p->cells[a].path);
	say_value(p, value);
	say(p, ", &%s);", p->cells[b].path);
	add(p, a, value, 1);
	add(p, b, value, 3);
	shadow_add(p, 0, value);
	return true;
}

static bool reads_one(struct program *p, int cell)
{
	struct place outside = p->at;
	if (p->at.spinning) return false;
	say(p, "read_account(&%s, %lu);", p->cells[cell].path, below(p, 3));
	take(p, cell, false);
	p->at = outside;
	return true;
}

static bool statement(struct program *p)
{
	int a = pick_account(p), b = pick_account(p);
	if (a < 0) return false;
	if (chance(p, 20)) return reads_one(p, a);
	return chance(p, 50) ? adds_to_one(p, a) : adds_to_both(p, a, b);
}

/* ---- Functions ---- */

/* Money is moved between accounts of the function's own, by threads in every order: none is lost. */
static void function(struct program *p)
{
	static const char *const accounts[] = { "konto v[%lu]", "konto *v = new konto[%lu]", "int m = %lu; konto v[m]", "savings v[%lu]" };
	unsigned long count = 2 + below(p, 6), threads = 1 + below(p, 6), times = 5 + below(p, 30), kind = below(p, 4);
	scene(p, "money");
	const char *name = p->function->name;
	say(p, "thread mover_of_%s { account *v[%lu]; unsigned long first, moved; };\n", name, count);
	say(p, "static void move_%s(account * mutex from, account * mutex to, mover_of_%s *by)\n{\n", name, name);
	say(p, "\tfrom->sum -= by->first;\n\tif (from == to) {\n\t\tto->sum += by->first;\n\t\treturn;\n\t}\n");
	say(p, "\tmutex (to, from, from) to->sum += by->first;\n\tby->moved++;\n}\n");
	say(p, "static void main(mover_of_%s *self)\n{\n\tfor (unsigned long i = 0; i < %lu; i++) {\n", name, times);
	say(p, "\t\tunsigned long a = (i * 7 + self->first) %% %lu, b = (i * 5 + 3 * self->first) %% %lu;\n", count, count);
	say(p, "\t\tmove_%s(self->v[a], self->v[b], self);\n\t\tself->moved += a == b;\n\t}\n}\n", name);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\t", name);
	text_add(p->to, accounts[kind], count);
	say(p, ";\n\t{\n\t\tmover_of_%s t[%lu] = {", name, threads);
	for (unsigned long i = 0; i < threads; i++) {
		say(p, "\n\t\t\t{ .first = %lu, .v = {", i);
		for (unsigned long j = 0; j < count; j++) say(p, " &v[%lu],", j);
		say(p, " } },");
	}
	say(p, "\n\t\t};\n\t\tfor (int i = 0; i < %lu; i++) {\n\t\t\tjoin(t[i]);\n\t\t\tn += t[i].moved;\n\t\t}\n\t}\n", threads);
	say(p, "\tfor (int i = 0; i < %lu; i++) n += v[i].sum;\n%s\treturn n %% %lu;\n}\n", count, kind == 1 ? "\tdelete v;\n" : "", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(threads * times));
	scene_end(p, 30 + 3 * threads * times);
}

const struct construct construct_monitor = {
	.name = "monitor", .declare = declare, .cell = cell, .function = function, .statement = statement, .weight = 3
};
