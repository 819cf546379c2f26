/* SPDX-License-Identifier: MIT */
/* The shadow: what a program comes to, computed one step after the other. */
#include <stdlib.h>

#include "generate.h"

struct shadow *shadow_new(struct program *p, int kind)
{
	struct shadow *s = calloc(1, sizeof *s), *block = p->at.block;
	if (!s) abort();
	s->kind = kind;
	s->last = &s->first;
	if (block) {
		*block->last = s;
		block->last = &s->next;
	}
	return s;
}

static struct shadow *change(struct program *p, int kind, int variable, struct value value)
{
	struct shadow *s = shadow_new(p, kind);
	s->variable = variable;
	s->value = value;
	return s;
}

void shadow_add(struct program *p, int variable, struct value value) { change(p, ADD, variable, value); }
void shadow_set(struct program *p, int variable, struct value value) { change(p, SET, variable, value); }

void shadow_reduce(struct program *p, int variable, struct value value, unsigned long modulus)
{
	change(p, SET, variable, value)->modulus = modulus;
}

void shadow_share(struct program *p, int cell, struct value value)
{
	struct shadow *s = shadow_new(p, SHARE);
	s->cell = cell;
	s->value = value;
}

void shadow_leave(struct program *p, struct shadow *target)
{
	shadow_new(p, LEAVE)->target = target;
}

/* ---- Running ---- */

static unsigned long evaluate(struct value value, const unsigned long *v)
{
	return value.constant + (value.variable < 0 ? 0 : value.factor * v[value.variable]);
}

static unsigned long call(struct program *p, const struct shadow *s, const unsigned long *v)
{
	unsigned long arguments[PARAMETERS];
	for (unsigned i = 0; i < s->callee->parameters; i++)
		arguments[i] = evaluate(s->arguments[i], v);
	return shadow_run(p, s->callee, arguments);
}

static void set(const struct shadow *s, unsigned long *v)
{
	v[s->variable] = evaluate(s->value, v);
	if (s->modulus) v[s->variable] %= s->modulus;
}

static struct shadow *run(struct program *p, struct shadow *s, unsigned long *v);

/* All parts in order. What it returns is the node that control left, if it is not among the parts. */
static struct shadow *run_parts(struct program *p, struct shadow *s, unsigned long *v)
{
	for (struct shadow *part = s->first; part; part = part->next) {
		struct shadow *left = run(p, part, v);
		if (left) return left;
	}
	return NULL;
}

static struct shadow *run_loop(struct program *p, struct shadow *s, unsigned long *v)
{
	for (unsigned long i = 0, times = evaluate(s->value, v); i < times; i++) {
		v[s->variable] = i;
		struct shadow *left = run_parts(p, s, v);
		if (left) return left;
	}
	return NULL;
}

static struct shadow *run_kind(struct program *p, struct shadow *s, unsigned long *v)
{
	switch (s->kind) {
	case SEQUENCE: return run_parts(p, s, v);
	case LOOP: return run_loop(p, s, v);
	case WHEN: return v[s->variable] % s->modulus == s->rest ? run_parts(p, s, v) : NULL;
	case UNLESS: return v[s->variable] % s->modulus != s->rest ? run_parts(p, s, v) : NULL;
	case LEAVE: return s->target;
	case SET: set(s, v); break;
	case ADD: v[s->variable] += evaluate(s->value, v); break;
	case SHARE: p->totals[s->cell] += evaluate(s->value, v); break;
	case CALL: v[s->variable] = call(p, s, v); break;
	case PRINT: text_add(&p->output, "%lu\n", evaluate(s->value, v)); break;
	}
	return NULL;
}

static struct shadow *run(struct program *p, struct shadow *s, unsigned long *v)
{
	struct shadow *left = run_kind(p, s, v);
	return left == s ? NULL : left;
}

/* Variable 0 is the function's sum, the next ones are its arguments. */
unsigned long shadow_run(struct program *p, struct function *f, const unsigned long *arguments)
{
	unsigned long v[VARIABLES] = { 0 };
	for (unsigned i = 0; i < f->parameters; i++)
		v[i + 1] = arguments[i] % f->parameter[i]->modulus;
	run(p, f->body, v);
	return v[0] % f->result->modulus;
}
