/* SPDX-License-Identifier: MIT */
/* Cells: what is shared, and the locks of libconc that guard it. Spin locks come last in the world: who holds one
 * must not wait for another kind, and a statement takes its locks in the order of their addresses. */
#include <stdio.h>
#include <stdlib.h>

#include "generate.h"

struct cell *new_cell(struct program *p, const char *type)
{
	int number = p->cell_count;
	struct cell *c = &p->cells[p->cell_count++];
	*c = (struct cell){ .type = type };
	snprintf(c->path, sizeof c->path, "world.c%d", number);
	snprintf(c->sum, sizeof c->sum, "sum_of_c%d", number);
	snprintf(c->negative, sizeof c->negative, "negative_of_c%d", number);
	return c;
}

bool can_take(struct program *p, int cell)
{
	if (p->cells[cell].again && p->at.held >> cell & 1) return true;
	return cell > p->at.highest && (!p->at.spinning || p->cells[cell].spins);
}

void take(struct program *p, int cell, bool exclusively)
{
	if (cell > p->at.highest) p->at.highest = cell;
	if (cell < p->function->lowest) p->function->lowest = cell;
	p->at.held |= 1ul << cell;
	if (exclusively) p->at.writable |= 1ul << cell;
	p->at.spinning |= p->cells[cell].spins;
	p->at.pinned |= p->cells[cell].pins;
}

/* ---- What is done under a lock ---- */

static void add_at_once(struct program *p, struct cell *c, struct value value)
{
	indent(p);
	say(p, "__atomic_add_fetch(&%s, ", c->sum);
	say_value(p, value);
	say(p, ", __ATOMIC_RELAXED);\n");
	line(p, "__atomic_add_fetch(&%s, 1, __ATOMIC_RELAXED);", c->negative);
}

static void add_in_two_steps(struct program *p, struct cell *c, struct value value)
{
	indent(p);
	say(p, "%s += ", c->sum);
	say_value(p, value);
	say(p, ";\n");
	if (!p->at.spinning && chance(p, 40)) line(p, "conc_yield();");
	indent(p);
	say(p, "%s -= ", c->negative);
	say_value(p, value);
	say(p, ";\n");
}

static void add_or_look(struct program *p, int cell)
{
	struct cell *c = &p->cells[cell];
	if (!(p->at.writable >> cell & 1) || (!c->many && chance(p, 30))) {
		if (!c->many) line(p, "note(%s + %s == 0);", c->sum, c->negative);
		return;
	}
	struct value value = pick_value(p);
	if (c->many) add_at_once(p, c, value);
	else add_in_two_steps(p, c, value);
	shadow_share(p, cell, value);
}

void add_to_cell(struct program *p)
{
	if (!p->at.held || chance(p, 20)) return;
	unsigned long first = below(p, (unsigned long)p->cell_count);
	for (int i = 0; i < p->cell_count; i++) {
		int cell = ((int)first + i) % p->cell_count;
		if (!(p->at.held >> cell & 1)) continue;
		add_or_look(p, cell);
		if (chance(p, 60)) return;
	}
}

/* ---- Kinds ---- */

static void guarded(struct program *p, const char *type)
{
	struct cell *c = new_cell(p, type);
	text_add(&p->declarations, "__attribute__((unused)) static unsigned long %s, %s;\n", c->sum, c->negative);
	text_add(&p->world, "\t%s c%d;\n", type, p->cell_count - 1);
}

static void cell(struct program *p)
{
	static const char *const names[] = { "conc_mutex", "conc_owner_lock", "conc_rw_lock", "pthread_mutex_t", "conc_semaphore" };
	unsigned long kind = below(p, 10) ? below(p, 3) : below(p, 5);
	if (chance(p, 15)) kind = 4;
	guarded(p, names[kind]);
	struct cell *c = &p->cells[p->cell_count - 1];
	c->again = kind == 1;
	c->readable = kind == 2;
	c->pins = kind == 3;
	if (kind == 3) text_add(&p->initial, "\t.c%d = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,\n", p->cell_count - 1);
	if (kind != 4) return;
	c->many = chance(p, 50);
	text_add(&p->initial, "\t.c%d = CONC_SEMAPHORE(%d),\n", p->cell_count - 1, c->many ? 3 : 1);
}

static void spin_cell(struct program *p)
{
	guarded(p, "conc_spin_lock");
	p->cells[p->cell_count - 1].spins = true;
}

const struct construct construct_lock = { .name = "lock", .cell = cell };
const struct construct construct_spin = { .name = "spin", .cell = spin_cell, .cell_last = true };
