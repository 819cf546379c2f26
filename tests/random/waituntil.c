/* SPDX-License-Identifier: MIT */
/* waituntil: a statement of several clauses of which it is known which run: what others wait for never comes, or comes
 * behind one that is ready. Blocks are left in every way. A scene selects among producers until all have closed. */
#include "generate.h"

#include <string.h>

/* ---- Clauses that do not run ---- */

static void say_late(struct program *p, int number, unsigned long kind)
{
	switch (kind) {
	case 0: say(p, "waituntil (timeout(1h)) { note(0); } "); break;
	case 1: say(p, "waituntil (never_%d << %lu) { note(0); } ", number, below(p, 100)); break;
	case 2: say(p, "waituntil (lost_%d << never_%d) { note(0); } ", number, number); break;
	case 3: say(p, "when (!%s && %s) waituntil (timeout(0)) { note(0); } ", p->sum, p->sum); break;
	case 4: say(p, "waituntil (%s_%d) { note(0); } ", chance(p, 50) ? "seldom" : "spent", number); break;
	case 5: say(p, "waituntil (int k << idle_%d) { note(k < 0); } ", number); break;
	default: say(p, "( waituntil (lost_%d << never_%d) { note(0); } and waituntil (timeout(1h)) { note(0); } ) ", number, number);
	}
}

/* ---- The one that runs ---- */

static bool is_selectable(const struct cell *c)
{
	static const char *const types[] = { "account", "pension", "savings", "conc_mutex", "conc_owner_lock", "conc_rw_lock", "conc_semaphore" };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (!strcmp(c->type, types[i])) return !c->spins;
	return false;
}

static int pick_lock(struct program *p)
{
	int cells[CELLS], n = 0;
	for (int i = 0; i < p->cell_count; i++)
		if (can_take(p, i) && is_selectable(&p->cells[i])) cells[n++] = i;
	return n ? cells[below(p, (unsigned long)n)] : NOTHING;
}

static void say_block(struct program *p)
{
	p->at.depth++;
	if (chance(p, 75)) block(p, 2);
	else one_statement(p);
}

/* A lock of the world that the clause takes for good, by a call: the block gives it back. */
static void call_clause(struct program *p, int cell)
{
	const struct cell *c = &p->cells[cell];
	struct place outside = p->at;
	say(p, "waituntil (%s_lock(&%s)) ", c->type, c->path);
	open_brace(p);
	take(p, cell, true);
	stay_inside(p);
	p->at.depth++;
	statements(p, 2);
	line(p, "%s_unlock(&%s);", c->type, c->path);
	close_brace(p);
	p->at = outside;
}

/* A lock of the world; held in the block, taken back on every way out of it. */
static void lock_clause(struct program *p, int cell)
{
	const struct cell *c = &p->cells[cell];
	struct place outside = p->at;
	bool shared = c->readable && chance(p, 40);
	if (shared) say(p, "waituntil (conc_reading(&%s)) ", c->path);
	else say(p, chance(p, 50) ? "waituntil (%s) " : "waituntil (&%s) ", c->path);
	take(p, cell, !shared);
	say_block(p);
	p->at = outside;
}

enum form { RECEIVES, ASKS, READS, FROM_SET, FROM_PIPE };

static void value_clause(struct program *p, int number, enum form form, const struct type *type, struct value value)
{
	struct place outside = p->at;
	int reduced = new_variable(p, "reduced");
	switch (form) {
	case RECEIVES: say(p, "waituntil (got_%d << full_%d) ", number, number); break;
	case ASKS: say(p, "waituntil (ok_%d = got_%d << full_%d) ", number, number, number); break;
	case READS: say(p, "waituntil (got_%d << promised_%d) ", number, number); break;
	case FROM_SET: say(p, "waituntil (int k_%d << set_%d) ", number, number); break;
	case FROM_PIPE: say(p, "waituntil (long k_%d << conc_read(ends_%d[0], &got_%d, sizeof got_%d)) ", number, number, number, number); break;
	}
	open_brace(p);
	/* the set has the channel as its member 0 and the future as 1 */
	if (form == FROM_SET) line(p, "if (k_%d) got_%d << promised_%d; else { note(conc_try_receive(&full_%d, &got_%d)); }", number, number, number, number, number);
	if (form == FROM_PIPE) line(p, "note(k_%d == (long)sizeof got_%d);", number, number);
	indent(p);
	say(p, "%s += ", p->sum);
	fill(p, type->use, "got_%d", number);
	say(p, " %% %lu;\n", type->modulus);
	shadow_reduce(p, reduced, value, type->modulus);
	shadow_add(p, 0, variable(reduced));
	p->at.depth++;
	statements(p, 1);
	close_brace(p);
	p->at = outside;
}

static bool statement(struct program *p)
{
	int number = ++p->number, cell = pick_lock(p);
	if (p->at.spinning) return false;
	const struct type *type = pick_type(p, false);
	struct value value = pick_value(p);
	struct place outside = p->at;
	open_brace(p);
	line(p, "typedef __typeof__(%s) carried_%d;", type->name, number);
	line(p, "channel(carried_%d) full_%d = {1};", number, number);
	line(p, "channel(unsigned long) never_%d;", number);
	line(p, "__attribute__((unused)) conc_ticker seldom_%d = { .period = 1h };", number);
	line(p, "conc_limiter spent_%d = { .every = 1h };", number);
	line(p, "conc_limiter_try(&spent_%d);", number);
	line(p, "__attribute__((unused)) unsigned long lost_%d = 0;", number);
	line(p, "future(carried_%d) promised_%d = {0};", number, number);
	line(p, "__attribute__((unused)) bool ok_%d = false;", number);
	indent(p);
	say(p, "carried_%d got_%d = ", number, number);
	say_as(p, type, value);
	say(p, ";\n");
	line(p, "full_%d << got_%d;", number, number);
	line(p, "promised_%d << got_%d;", number, number);
	enum form form = below(p, p->at.times > 10 ? FROM_SET : FROM_PIPE + 1);
	line(p, "__attribute__((unused)) channel(int) hidden_%d = {0};", number);
	line(p, "__attribute__((unused, cleanup(end_set))) conc_waitset idle_%d = {0};", number);
	if (chance(p, 30)) line(p, "conc_waitset_add(&idle_%d, &hidden_%d);", number, number);
	if (form == FROM_SET) {
		line(p, "__attribute__((cleanup(end_set))) conc_waitset set_%d = {0};", number);
		line(p, "note(conc_waitset_add(&set_%d, &full_%d) == 0 && conc_waitset_add(&set_%d, &promised_%d) == 1);", number, number, number, number);
	}
	if (form == FROM_PIPE) {
		line(p, "__attribute__((cleanup(close_ends))) int ends_%d[2];", number);
		line(p, "open_ends(&ends_%d, %d, 0);", number, (int)below(p, 2));
		line(p, "note(conc_write(ends_%d[1], &got_%d, sizeof got_%d) == (ssize_t)sizeof got_%d);", number, number, number, number);
	}
	indent(p);
	p->at.no_if = true;
	(void)cell;
	if (chance(p, 20)) say(p, "fair ");
	unsigned long late = below(p, 7);	/* each at most once, or concc would say that the second is never selected */
	for (unsigned long i = below(p, 3); i > 0; i--) {
		say_late(p, number, late++ % 7);
		say(p, "or ");
	}
	if (cell != NOTHING && !strncmp(p->cells[cell].type, "conc_", 5) && chance(p, 30)) call_clause(p, cell);
	else if (cell != NOTHING && chance(p, 50)) lock_clause(p, cell);
	else value_clause(p, number, form, type, value);
	if (chance(p, 30)) {
		say(p, " or ");
		say_late(p, number, late % 7);
	}
	say(p, "\n");
	p->at = outside;
	close_brace(p);
	return true;
}

/* ---- A scene ---- */

static void function(struct program *p)
{
	unsigned long channels = 2 + below(p, 4), each = 1 + below(p, 20), fair = chance(p, 50);
	scene(p, "choice");
	const char *name = p->function->name;
	say(p, "static void fill_%s(channel(unsigned long) *c)\n{\n\tfor (unsigned long i = 1; i <= %lu; i++) {\n", name, each);
	say(p, "\t\twaituntil (c << i) { }\n\t\tor waituntil (timeout(1h)) { note(0); }\n\t}\n\tconc_close(c);\n}\n");
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tchannel(unsigned long) c[%lu] = {", name, channels);
	for (unsigned long i = 0; i < channels; i++) say(p, " {%lu},", below(p, 4));
	say(p, " };\n\tbool more[%lu] = {", channels);
	for (unsigned long i = 0; i < channels; i++) say(p, " true,");
	say(p, " };\n\ttask(void) t[%lu];\n\tfor (int i = 0; i < %lu; i++) t[i] = spawn fill_%s(&c[i]);\n", channels, channels, name);
	say(p, "\tfor (unsigned long open = %lu, got = 0; open;) {\n\t\t%s", channels, fair ? "fair " : "");
	for (unsigned long i = 0; i < channels; i++) {
		say(p, "%swhen (more[%lu]) waituntil (more[%lu] = got << c[%lu]) { if (!more[%lu]) open--; else n += got; }\n\t\t", i ? "or " : "", i, i, i, i);
	}
	say(p, "or when (!open) else { note(0); }\n\t}\n\treturn n %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(channels * each * (each + 1) / 2));
	scene_end(p, 80 + channels * each * 4);
}

const struct construct construct_waituntil = { .name = "waituntil", .function = function, .statement = statement, .weight = 2 };
