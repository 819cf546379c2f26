/* SPDX-License-Identifier: MIT */
/* mutex statements of one to eight operands in every spelling, and locks of the program's own. */
#include "generate.h"

enum { OPERANDS = 8 };

/* ---- Operands ---- */

/* Something that is done while the operand is evaluated, before any is locked. */
static void busy_operand(struct program *p, const struct cell *c)
{
	struct place outside = p->at;
	stay_inside(p);
	p->at.no_label = true;
	say(p, "({ ");
	one_statement(p);
	say(p, " &%s; })", c->path);
	p->at = outside;
}

static void operand(struct program *p, int cell, bool shared)
{
	const struct cell *c = &p->cells[cell];
	int number = ++p->number;
	if (shared) {
		say(p, "conc_reading(&%s)", c->path);
		return;
	}
	switch (below(p, 16)) {
	case 0: say(p, "%s", c->path); break;
	case 1: say(p, "*&%s", c->path); break;
	case 2: say(p, "(%s *)(void *)&%s", c->type, c->path); break;
	case 3: say(p, "({ %s *q_%d = &%s; q_%d; })", c->type, number, c->path, number); break;
	case 4: say(p, "(%s ? &%s : &%s)", p->sum, c->path, c->path); break;
	case 5: say(p, "((%s *[]){ &%s })[0]", c->type, c->path); break;
	case 6: say(p, "0[&%s]", c->path); break;
	case 7: say(p, "((void)0, &%s)", c->path); break;
	case 8: say(p, "_Generic(0, int: &%s)", c->path); break;
	case 9: say(p, "__extension__ (%s)", c->path); break;
	case 10: say(p, "THE(c%d)", cell); break;
	case 13: say(p, "(%s *[]){ &%s, &%s }[%lu]", c->type, c->path, c->path, below(p, 2)); break;
	case 11: busy_operand(p, c); break;
	case 12: say(p, "(__typeof__(%s) *)(char *)&%s", c->path, c->path); break;
	default: say(p, "&%s", c->path); break;
	}
}

static int takeable(struct program *p, int *cells)
{
	int n = 0;
	for (int i = 0; i < p->cell_count; i++)
		if (can_take(p, i)) cells[n++] = i;
	return n;
}

static void take_stdout(struct program *p)
{
	if (p->function->lowest > STDOUT) p->function->lowest = STDOUT;
	p->at.highest = STDOUT;
	p->at.pinned = true;
}

/* One in three statements takes more than two, and some stdout with them. */
static bool statement(struct program *p)
{
	int cells[CELLS], candidates = takeable(p, cells), chosen[OPERANDS];
	bool shared[OPERANDS], file = p->at.highest < STDOUT && !p->at.spinning && chance(p, 10);
	int n = 1 + (int)below(p, chance(p, 30) ? OPERANDS : 2);
	if (!candidates) return false;
	for (int i = 0; i < n; i++) {
		chosen[i] = cells[below(p, (unsigned long)candidates)];
		shared[i] = p->cells[chosen[i]].readable && chance(p, 40);
		if (file && p->cells[chosen[i]].spins) file = false;
	}
	say(p, "mutex (");
	for (int i = 0; i < n; i++) {
		operand(p, chosen[i], shared[i]);
		say(p, i < n - 1 ? ", " : file ? ", stdout) " : ") ");
	}
	for (int i = 0; i < n; i++) take(p, chosen[i], !shared[i]);
	if (file) take_stdout(p);
	p->at.depth++;
	if (chance(p, 75)) block(p, 3);
	else one_statement(p);
	return true;
}

/* ---- Locks of one's own ---- */

static void declare(struct program *p)
{
	text_add(&p->declarations,
		"#define THE(cell) (world.cell)\n"
		"struct gate { conc_mutex m; unsigned long passed; };\n"
		"__attribute__((unused)) static inline void gate_close(struct gate *g) { conc_mutex_lock(&g->m); g->passed++; }\n"
		"__attribute__((unused)) static inline void gate_open(struct gate *g) { conc_mutex_unlock(&g->m); }\n"
		"impl lock for struct gate { .lock = gate_close, .unlock = gate_open };\n"
		"typedef struct { int taken; } latch;\n"
		"__attribute__((unused)) static inline void latch_lock(void *l) { while (__atomic_exchange_n(&((latch *)l)->taken, 1, __ATOMIC_ACQUIRE)) conc_yield(); }\n"
		"__attribute__((unused)) static inline void latch_unlock(latch *l) { __atomic_store_n(&l->taken, 0, __ATOMIC_RELEASE); }\n"
		"impl lock for latch { .unlock = latch_unlock, .lock = latch_lock };\n");
}

static void own_cell(struct program *p, const char *type)
{
	struct cell *c = new_cell(p, type);
	text_add(&p->declarations, "__attribute__((unused)) static unsigned long %s, %s;\n", c->sum, c->negative);
	text_add(&p->world, "\t%s c%d;\n", c->type, p->cell_count - 1);
}

static void cell(struct program *p) { own_cell(p, "struct gate"); }

/* Who waits for a latch spins: it is held for as short as a spin lock. */
static void latch_cell(struct program *p)
{
	own_cell(p, "latch");
	p->cells[p->cell_count - 1].spins = true;
}

const struct construct construct_mutex = {
	.name = "mutex", .declare = declare, .cell = cell, .statement = statement, .weight = 8
};
const struct construct construct_latch = { .name = "latch", .cell = latch_cell, .cell_last = true };
