/* SPDX-License-Identifier: MIT */
#include "explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct state) % sizeof(uint16_t) == 0, "a state has no padding that matters");

/* A set of numbers; 0 is not in it. */
struct set {
	uint64_t *at;
	size_t size, count;
};

struct search {
	struct model model;
	struct set seen, ends;
	struct outcomes found;
	size_t states_max;
	bool all_orders;
	void (*visit)(const struct program *p, const struct state *s, bool deadlock);
};

static bool set_put(struct set *set, uint64_t value);

static void set_grow(struct set *set)
{
	struct set bigger = {calloc(set->size * 2, sizeof(uint64_t)), set->size * 2, 0};

	if (!bigger.at) exit(3);
	for (size_t i = 0; i < set->size; i++)
		if (set->at[i]) set_put(&bigger, set->at[i]);
	free(set->at);
	*set = bigger;
}

/* True: it was not there. */
static bool set_put(struct set *set, uint64_t value)
{
	size_t i = (size_t)(value >> 20) & (set->size - 1);

	for (; set->at[i]; i = (i + 1) & (set->size - 1))
		if (set->at[i] == value) return false;
	set->at[i] = value;
	if (++set->count * 2 > set->size) set_grow(set);
	return true;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * UINT64_C(0x9fb21c651e98df25);
	return h ^ h >> 28;
}

static uint64_t state_hash(const struct state *s)
{
	const uint16_t *word = (const uint16_t *)(const void *)s;
	uint64_t h = 1;

	for (size_t i = 0; i < sizeof *s / sizeof *word; i += 2) {
		uint64_t v = word[i];
		if (i + 1 < sizeof *s / sizeof *word) v |= (uint64_t)word[i + 1] << 16;
		h = mix(h, v);
	}
	return h ? h : 1;
}

/* FNV-1a, of numbers. */
static uint64_t say(uint64_t h, unsigned value)
{
	return (h ^ value) * UINT64_C(1099511628211);
}

uint64_t outcome_hash(const struct program *p, const struct state *s, bool deadlock)
{
	uint64_t h = say(UINT64_C(14695981039346656037), deadlock);

	for (int i = 0; i < p->handlers; i++) {
		h = say(h, 5000 + (unsigned)i);
		for (int j = 0; j < s->handler[i].done_count; j++)
			h = say(h, s->handler[i].done[j]);
	}
	for (int i = 0; i < p->clients; i++) {
		h = say(h, 6000 + (unsigned)i);
		for (int j = 0; j < s->process[i].answers; j++) h = say(h, s->process[i].answer[j]);
	}
	return h ? h : 1;
}

void outcome_print(const struct program *p, const struct state *s, bool deadlock)
{
	for (int i = 0; i < p->handlers; i++) {
		printf("handler %d:", i);
		for (int j = 0; j < s->handler[i].done_count; j++)
			printf(" %d", s->handler[i].done[j]);
		printf("; ");
	}
	for (int i = 0; i < p->clients; i++) {
		printf("client %d:", i);
		for (int j = 0; j < s->process[i].answers; j++)
			printf(" %d", s->process[i].answer[j]);
		printf("; ");
	}
	printf("%s\n", deadlock ? "deadlock" : "end");
}

static void end(struct search *x, const struct state *s)
{
	bool deadlock = !model_ended(s);

	if (!set_put(&x->ends, outcome_hash(x->model.program, s, deadlock))) return;
	x->found.deadlocks += deadlock;
	if (x->visit) x->visit(x->model.program, s, deadlock);
}

/* Takes what commutes, as long as there is only one way. */
static void settle(const struct search *x, struct state *s)
{
	bool local, moved = true;

	while (moved && !s->broken) {
		moved = false;
		for (int p = 0; p < PROCESSES; p++)
			while (!s->broken && model_ways(&x->model, s, p, &local) == 1 && local) {
				model_step(&x->model, s, p, 0);
				moved = true;
			}
	}
}

static void look(struct search *x, const struct state *from);

static bool branch(struct search *x, const struct state *s, int p, int ways)
{
	for (int way = 0; way < ways; way++) {
		struct state next = *s;
		model_step(&x->model, &next, p, way);
		look(x, &next);
	}
	return ways > 0;
}

static void look(struct search *x, const struct state *from)
{
	struct state s = *from;
	bool moved = false, local;
	int ways;

	if (!x->all_orders) settle(x, &s);
	if (s.broken) x->found.broken = true;
	if (x->seen.count > x->states_max) x->found.too_many = true;
	if (x->found.broken || x->found.too_many || !set_put(&x->seen, state_hash(&s))) return;
	/* what commutes and has two ways: alone */
	for (int p = 0; p < PROCESSES && !x->all_orders; p++)
		if ((ways = model_ways(&x->model, &s, p, &local)) > 0 && local) {
			branch(x, &s, p, ways);
			return;
		}
	for (int p = 0; p < PROCESSES; p++)
		moved |= branch(x, &s, p, model_ways(&x->model, &s, p, &local));
	if (!moved) end(x, &s);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

struct outcomes explore(const struct program *p, enum mode mode, bool all_orders, size_t states_max,
                        void (*visit)(const struct program *p, const struct state *s,
                                      bool deadlock))
{
	struct search x = {
	        .model = {.program = p, .mode = mode},
	        .all_orders = all_orders,
	        .states_max = states_max,
	        .visit = visit,
	        .seen = {calloc(1024, sizeof(uint64_t)), 1024, 0},
	        .ends = {calloc(64, sizeof(uint64_t)), 64, 0},
	};
	struct state s;
	size_t count = 0;

	if (!x.seen.at || !x.ends.at) exit(3);
	if (!program_code(p, &x.model.code)) x.found.too_many = true;
	else {
		model_start(&x.model, &s);
		look(&x, &s);
	}
	for (size_t i = 0; i < x.ends.size; i++)
		if (x.ends.at[i]) x.ends.at[count++] = x.ends.at[i];
	qsort(x.ends.at, count, sizeof(uint64_t), by_value);
	x.found.hash = x.ends.at;
	x.found.count = count;
	x.found.states = x.seen.count;
	free(x.seen.at);
	return x.found;
}

bool outcomes_have(const struct outcomes *o, uint64_t hash)
{
	return bsearch(&hash, o->hash, o->count, sizeof hash, by_value) != NULL;
}
