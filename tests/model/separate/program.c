/* SPDX-License-Identifier: MIT */
/* Random programs. What may not be said is not made: a call on what is not reserved around it, a
 * condition on a handler that the function holds, a switch of one, a break that would bind to a
 * loop. */
#include "program.h"

#include <string.h>

/* What stands around the place that is being filled. */
struct place {
	struct program *p;
	int function, depth;
	unsigned cells, handlers; /* reserved */
	bool answers,
	        breaks; /* there has been an answer in this function; a break leaves the block */
};

static uint64_t state;

static int below(int n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int)((state >> 33) % (uint64_t)n);
}

static bool chance(int percent)
{
	return below(100) < percent;
}

static struct node *new_node(struct program *p, enum kind kind)
{
	struct node *n = &p->node[p->nodes++];

	memset(n, 0, sizeof *n);
	n->kind = kind;
	return n;
}

static struct node *some(struct place *at, int statements);

static int one_of(unsigned mask)
{
	int place = below(__builtin_popcount(mask));

	while (place-- > 0) mask &= mask - 1;
	return __builtin_ctz(mask);
}

static struct node *block(const struct place *at, int size)
{
	struct program *p = at->p;
	struct node *n = new_node(p, BLOCK);
	struct place inner = *at;
	unsigned left = (1u << p->cells) - 1, handlers = 0;

	n->count = 1 + (chance(45) && p->cells > 1) + (chance(10) && p->cells > 2);
	for (int i = 0; i < n->count; i++) {
		n->cells[i] = one_of(left);
		left &= ~(1u << n->cells[i]);
		handlers |= 1u << p->handler_of[n->cells[i]];
		inner.cells |= 1u << n->cells[i];
	}
	n->require = chance(22) && !(at->handlers & handlers);
	n->value = 1 + below(3);
	inner.handlers |= handlers;
	inner.depth++;
	inner.breaks = true;
	n->first = some(&inner, size);
	return n;
}

/* A call on something that is reserved. */
static struct node *call(struct place *at)
{
	static const enum kind kinds[] = {ADD,  ADD,   ADD,  ADD,  GET,  GET,
	                                  READ, WRITE, MOVE, SEND, SEND, ASK};
	struct program *p = at->p;
	bool own = at->function >= CLIENTS && (!at->cells || chance(25));
	enum kind kind = kinds[below(own ? 6 : (int)(sizeof kinds / sizeof *kinds))];
	int level = p->functions[at->function].level, script = CLIENTS + below(SCRIPTS);
	struct node *n;

	if (kind == MOVE && !(at->cells & (at->cells - 1))) kind = GET;
	if ((kind == SEND || kind == ASK) &&
	    (script >= CLIENTS + p->scripts || p->functions[script].level >= level))
		kind = kind == SEND ? ADD : GET;
	n = new_node(p, kind);
	n->count = 1 + (kind == MOVE);
	n->cells[0] = own ? SELF : one_of(at->cells);
	if (kind == MOVE) n->cells[1] = one_of(at->cells & ~(1u << n->cells[0]));
	n->value = kind == SEND || kind == ASK ? script : 1 + below(3);
	n->number = kind == READ || kind == WRITE ? 0 : ++p->numbers;
	if (kind == GET || kind == READ || kind == MOVE) at->answers = true;
	return n;
}

/* A call of a function that the spawner does not wait for. */
static struct node *spawned(const struct place *at)
{
	struct program *p = at->p;
	struct node *n = new_node(p, SPAWN);
	struct place inner = *at;
	unsigned left = (1u << p->cells) - 1;

	n->count = 1 + (chance(60) && p->cells > 1) + (chance(15) && p->cells > 2);
	inner.cells = 0;
	for (int i = 0; i < n->count; i++) {
		n->cells[i] = one_of(left);
		left &= ~(1u << n->cells[i]);
		inner.cells |= 1u << n->cells[i];
	}
	do n->first = call(&inner);
	while (n->first->kind != ADD && n->first->kind != MOVE && n->first->kind != SEND);
	if (n->first->cells[0] == SELF) n->first->cells[0] = n->cells[0];
	return n;
}

static struct node *nested(struct place *at, enum kind kind, int size)
{
	struct node *n = new_node(at->p, kind);
	struct place inner = *at;

	if (kind == TWICE) inner.breaks = false;
	inner.depth++;
	n->first = some(&inner, size);
	inner = *at;
	inner.depth++;
	if (kind == IF && chance(50)) n->other = some(&inner, size);
	return n;
}

static struct node *statement(struct place *at, int size)
{
	bool client = at->function < CLIENTS;

	if (at->p->spawns && at->p->nodes < NODES - 30 && chance(30)) return spawned(at);
	if (at->depth < 3 && (at->cells ? chance(22) : client ? true : chance(80))) {
		if (at->answers && chance(20)) return nested(at, IF, 1);
		if (chance(8)) return nested(at, TWICE, 1);
		if (client && !at->handlers && chance(15) && at->p->switches) {
			struct node *n = new_node(at->p, SWITCH);
			n->cells[0] = below(at->p->cells);
			n->value = below(2);
			return n;
		}
		return block(at, size > 3 ? 3 : size);
	}
	if (at->answers && at->depth && chance(8)) {
		struct node *n = new_node(at->p, LEAVE);
		n->value = !at->breaks || !at->handlers || chance(40);
		return n;
	}
	if (!at->cells && client) return block(at, 1);
	return call(at);
}

static struct node *some(struct place *at, int statements)
{
	struct node *first = NULL, **end = &first;

	for (int i = 0; i < statements && at->p->nodes < NODES - 20; i++) {
		*end = statement(at, 1 + below(statements + 1));
		end = &(*end)->next;
	}
	return first;
}

void program_make(struct program *p, uint64_t seed, int size)
{
	memset(p, 0, sizeof *p);
	state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) + 1;
	for (int i = 0; i < 20; i++) below(2);
	p->handlers = 1 + below(HANDLERS);
	p->cells = p->handlers + below(CELLS - p->handlers + 1);
	for (int i = 0; i < p->cells; i++)
		p->handler_of[i] = i < p->handlers ? i : below(p->handlers);
	p->clients = 2 + chance(50);
	p->scripts = chance(60) ? 1 + below(SCRIPTS) : 0;
	p->switches = chance(25);
	p->spawns = seed / 1000 % 3 == 2;
	for (int f = 0; f < FUNCTIONS; f++) {
		struct place at = {.p = p, .function = f};
		p->functions[f].level = f < CLIENTS ? SCRIPTS : f - CLIENTS;
		if (f < CLIENTS ? f >= p->clients : f - CLIENTS >= p->scripts) continue;
		p->functions[f].first =
		        some(&at, f < CLIENTS ? size / p->clients + below(2) : 1 + below(2));
	}
}
