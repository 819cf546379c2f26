/* SPDX-License-Identifier: MIT */
/* The model itself: the figures of the paper, what the reference promises, and that looking at
 * fewer orders finds the same outcomes. Prints "ok" and "not ok" lines.      selftest [PROGRAMS] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"

static struct program p;

static void report(bool good, const char *what)
{
	printf("%sok %s\n", good ? "" : "not ", what);
}

/* ---- programs by hand: cell i is handler i's ---- */

static void begin(int handlers, int clients)
{
	memset(&p, 0, sizeof p);
	p.handlers = p.cells = handlers;
	p.clients = clients;
	for (int i = 0; i < handlers; i++) p.handler_of[i] = i;
}

static struct node *node(enum kind kind, int cell, int value, struct node *next)
{
	struct node *n = &p.node[p.nodes++];

	*n = (struct node){.kind = kind, .count = 1, .cells = {cell}, .value = value, .next = next};
	if (kind == ADD || kind == GET) n->number = ++p.numbers;
	return n;
}

static struct node *block(int first, int second, struct node *body, struct node *next)
{
	struct node *n = node(BLOCK, first, 0, next);

	n->first = body;
	if (second < 0) return n;
	n->cells[1] = second;
	n->count = 2;
	return n;
}

static struct node *when(int value, struct node *b)
{
	b->require = true;
	b->value = value;
	return b;
}

static bool leads_to(enum mode mode, size_t outcomes, size_t deadlocks)
{
	struct outcomes o = explore(&p, mode, false, 100000, NULL);
	bool good = !o.broken && !o.too_many && o.count == outcomes && o.deadlocks == deadlocks;

	if (!good)
		printf("%zu outcomes, %zu of them deadlocks%s\n", o.count, o.deadlocks,
		       o.broken ? ", broken" : "");
	free(o.hash);
	return good;
}

static void figures(void)
{
	begin(1, 2);
	p.functions[0].first = block(0, -1, node(ADD, 0, 1, node(ADD, 0, 1, NULL)), NULL);
	p.functions[1].first = block(0, -1, node(ADD, 0, 1, node(GET, 0, 0, NULL)), NULL);
	report(leads_to(ACTIVE, 2, 0), "fig. 1: two interleavings");
	report(leads_to(PASSIVE, 2, 0), "fig. 1, passive: the same two");
	begin(2, 2);
	for (int i = 0; i < 2; i++)
		p.functions[i].first =
		        block(i, 1 - i, node(ADD, 0, 1, node(ADD, 1, 1, NULL)), NULL);
	report(leads_to(ACTIVE, 2, 0), "fig. 5: both have the same colour");
	begin(2, 2);
	for (int i = 0; i < 2; i++)
		p.functions[i].first =
		        block(i, -1, block(1 - i, -1, node(ADD, 0, 1, node(ADD, 1, 1, NULL)), NULL),
		              NULL);
	report(leads_to(ACTIVE, 3, 0), "fig. 6: nested reservations, other colours, no deadlock");
	report(leads_to(PASSIVE, 3, 1),
	       "fig. 6, passive: calls wait, and may do so for each other");
	begin(2, 2);
	for (int i = 0; i < 2; i++)
		p.functions[i].first =
		        block(i, -1, block(1 - i, -1, node(GET, 1 - i, 0, NULL), NULL), NULL);
	report(leads_to(ACTIVE, 2, 1), "fig. 6 with queries: it may deadlock");
}

static void conditions(void)
{
	begin(1, 1);
	p.functions[0].first = when(1, block(0, -1, node(GET, 0, 0, NULL), NULL));
	report(leads_to(ACTIVE, 1, 1), "a condition that nobody makes true");
	begin(1, 2);
	p.functions[0].first = when(1, block(0, -1, node(GET, 0, 0, NULL), NULL));
	p.functions[1].first = block(0, -1, node(ADD, 0, 1, NULL), NULL);
	report(leads_to(ACTIVE, 1, 0), "a condition that somebody makes true");
	begin(1, 3);
	for (int i = 0; i < 2; i++)
		p.functions[i].first =
		        when(1, block(0, -1, node(WRITE, 0, 0, node(GET, 0, 0, NULL)), NULL));
	p.functions[2].first = block(0, -1, node(ADD, 0, 1, NULL), NULL);
	report(leads_to(ACTIVE, 2, 2), "two wait for what one of them can have");
}

/* ---- random ones ---- */

static bool subset(const struct outcomes *a, const struct outcomes *b)
{
	for (size_t i = 0; i < a->count; i++)
		if (!outcomes_have(b, a->hash[i])) return false;
	return true;
}

static void random_ones(int programs)
{
	int compared = 0, passives = 0;
	bool same = true, preserved = true;

	for (uint64_t seed = 1; compared < programs; seed++) {
		struct outcomes few, all, passive, both;
		program_make(&p, seed * 1000, 4);
		few = explore(&p, (enum mode)(seed % MODES), false, 100000, NULL);
		all = explore(&p, (enum mode)(seed % MODES), true, 100000, NULL);
		if (!few.broken && !all.broken && !all.too_many) {
			compared++;
			same = same && few.count == all.count && subset(&few, &all);
		}
		free(few.hash), free(all.hash);
		if (p.scripts || p.switches) continue;
		few = explore(&p, ACTIVE, false, 100000, NULL);
		passive = explore(&p, PASSIVE, false, 100000, NULL);
		both = explore(&p, BOTH, false, 100000, NULL);
		if (!few.broken && !few.too_many && !both.too_many && !passive.too_many &&
		    !p.spawns && !passive.deadlocks && !both.deadlocks) {
			passives++;
			preserved = preserved && subset(&passive, &few) && subset(&both, &few);
		}
		free(few.hash), free(passive.hash), free(both.hash);
	}
	report(same, "looking at fewer orders, the same outcomes");
	report(preserved && passives > programs / 10, "passive handlers lead to nothing new");
}

int main(int argc, char **argv)
{
	figures();
	conditions();
	random_ones(argc > 1 ? atoi(argv[1]) : 60);
	return 0;
}
