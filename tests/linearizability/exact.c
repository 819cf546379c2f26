/* SPDX-License-Identifier: MIT */
/*
 * exact: looks for an order of the operations that a sequential channel allows.
 *
 * The idea (Wing and Gong; Lowe). Depth first: of the operations that are left, one may come next
 * if it began before each of the others returned, and if the channel's state allows its result. A
 * state of the search (the set of operations that have been placed, the channel) that led nowhere
 * once is not entered again. What may come next and leaves the channel as it is comes at once: no
 * later place is better for the others.
 *
 * What is certain about waiting (`queued`) is checked on top: a thread that waits is not overtaken
 * by one that comes later, no try fails beside a thread that waits for it, and a flush serves all.
 *
 * Rejected: the state as a hash only (a collision would be a wrong answer).
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { CLOSED = 1, SHUT = 2, ENOUGH = 1 << 20 };

const char check_undecided[] = "undecided: too many orders";

struct state {
	uint64_t done;
	uint8_t flags, count;
	uint8_t item[CHECK_MOST]; /* the sends whose values are in the buffer */
};

struct search {
	const struct check_channel *c;
	uint64_t must;                                 /* the operations that have returned */
	const struct check_op *receive_of[CHECK_MOST]; /* of a send: who got its value, or null */
	bool has_pending, has_flush; /* a receive that has not returned; a flush */
	struct state *seen;
	size_t room, used;
	struct state best; /* the most operations that could be placed */
};

/* ---- States that have been seen ---- */

static size_t hash(const struct state *s)
{
	uint64_t h = s->done + s->flags;

	for (unsigned i = 0; i < s->count; i++) h = h * 0x100000001b3u + s->item[i];
	h = (h ^ h >> 32) * 0x9e3779b97f4a7c15u;
	return (size_t)(h ^ h >> 32);
}

static bool same(const struct state *a, const struct state *b)
{
	return a->done == b->done && a->flags == b->flags && a->count == b->count &&
	       memcmp(a->item, b->item, a->count) == 0;
}

/* An empty place has done 0, and that state is never kept. */
static struct state *place_of(const struct search *s, const struct state *x)
{
	size_t i = hash(x) & (s->room - 1);

	while (s->seen[i].done && !same(&s->seen[i], x)) i = (i + 1) & (s->room - 1);
	return &s->seen[i];
}

static void grow(struct search *s)
{
	struct state *old = s->seen;
	size_t room = s->room;

	s->room = room ? 2 * room : 256;
	s->seen = calloc(s->room, sizeof(*s->seen));
	if (!s->seen) abort();
	for (size_t i = 0; i < room; i++)
		if (old[i].done) *place_of(s, &old[i]) = old[i];
	free(old);
}

/* Remembers x; false: it was there. */
static bool is_new(struct search *s, const struct state *x)
{
	struct state *place;

	if (!x->done) return true;
	if (s->used * 2 >= s->room) grow(s);
	place = place_of(s, x);
	if (place->done) return false;
	*place = *x;
	s->used++;
	return true;
}

/* ---- What may come next ---- */

static bool is_left(const struct state *x, size_t i)
{
	return !(x->done >> i & 1);
}

static struct state with(const struct state *x, size_t i)
{
	struct state y = *x;

	y.done |= (uint64_t)1 << i;
	return y;
}

/* Who begins later comes later. */
static uint32_t horizon(const struct search *s, const struct state *x)
{
	uint32_t first = UINT32_MAX;

	for (size_t i = 0; i < s->c->count; i++)
		if (is_left(x, i) && s->c->ops[i].end && s->c->ops[i].end < first)
			first = s->c->ops[i].end;
	return first;
}

/* Is there an operation of that kind left that certainly waits at the moment? */
static bool somebody_waits(const struct search *s, const struct state *x, uint8_t kind,
                           uint32_t moment)
{
	for (size_t i = 0; i < s->c->count; i++) {
		const struct check_op *o = &s->c->ops[i];

		if (is_left(x, i) && o->kind == kind && o->queued && o->queued <= moment)
			return true;
	}
	return false;
}

static bool may_be_next(const struct search *s, const struct state *x, uint32_t limit, size_t i)
{
	const struct check_op *o = &s->c->ops[i];

	if (!is_left(x, i) || o->begin >= limit) return false;
	if (o->kind > CHECK_RECEIVE || (o->end && o->result != CHECK_DONE)) return true;
	return !somebody_waits(s, x, o->kind, o->begin);
}

/* ---- The channel ---- */

static bool search(struct search *s, const struct state *x);

/* An operation that did nothing: was there a reason? */
static bool may_fail(const struct search *s, const struct state *x, const struct check_op *o)
{
	bool is_send = o->kind == CHECK_SEND, blocked;

	if (o->result == CHECK_CLOSED && is_send) return x->flags & CLOSED;
	if (o->result == CHECK_CLOSED)
		return (x->flags & SHUT) || ((x->flags & CLOSED) && !x->count);
	blocked = is_send ? x->count == s->c->capacity : x->count == 0;
	if (blocked && !s->c->capacity)
		blocked = !somebody_waits(s, x, is_send ? CHECK_RECEIVE : CHECK_SEND, o->begin);
	if (o->result == CHECK_NOT_READY) return blocked && !(x->flags & CLOSED);
	return (is_send && (x->flags & CLOSED)) || (!is_send && (x->flags & CLOSED) && !x->count) ||
	       blocked;
}

/* Can the two share their moment? */
static bool can_meet(const struct check_op *send, const struct check_op *receive)
{
	if (receive->kind != CHECK_RECEIVE || (receive->end && receive->result != CHECK_DONE))
		return false;
	if (receive->end && receive->value != send->value) return false;
	return send->thread != receive->thread && (send->waits || receive->waits);
}

static bool meet(struct search *s, const struct state *x, uint32_t limit, size_t i)
{
	for (size_t j = 0; j < s->c->count; j++) {
		struct state y = with(x, i);

		if (!may_be_next(s, x, limit, j) || !can_meet(&s->c->ops[i], &s->c->ops[j]))
			continue;
		y.done |= (uint64_t)1 << j;
		if (search(s, &y)) return true;
	}
	return false;
}

/* A look ahead: can what i sends stand in the buffer behind what is there? */
static bool fits_behind(const struct search *s, const struct state *x, size_t i)
{
	const struct check_op *mine = s->receive_of[i];

	for (unsigned k = 0; mine && k < x->count; k++) {
		const struct check_op *other = s->receive_of[x->item[k]];

		if (other ? mine->end < other->begin : !s->has_pending && !s->has_flush)
			return false;
	}
	return true;
}

static bool send(struct search *s, const struct state *x, uint32_t limit, size_t i)
{
	struct state y = with(x, i);

	if (x->flags & CLOSED) return false;
	if (!s->c->capacity) return meet(s, x, limit, i);
	if (x->count == s->c->capacity || !fits_behind(s, x, i)) return false;
	y.item[y.count++] = (uint8_t)i;
	return search(s, &y);
}

static bool receive(struct search *s, const struct state *x, size_t i)
{
	const struct check_op *o = &s->c->ops[i];
	struct state y = with(x, i);

	if (!x->count || ((x->flags & SHUT) && !o->drains)) return false;
	if (o->end && s->c->ops[x->item[0]].value != o->value) return false;
	y.count--;
	memmove(y.item, y.item + 1, y.count);
	return search(s, &y);
}

/* All that got a copy waited when it came, so nothing else was there for them. */
static bool flush(struct search *s, const struct state *x, uint32_t limit, size_t i)
{
	const struct check_op *o = &s->c->ops[i];
	struct state y = with(x, i);

	for (size_t j = 0; j < s->c->count; j++) {
		const struct check_op *r = &s->c->ops[j];

		if (!is_left(x, j) || r->kind != CHECK_RECEIVE) continue;
		if (r->end && r->result == CHECK_DONE && r->value == o->value) {
			if (r->begin >= limit || !r->waits || x->count || x->flags) return false;
			y.done |= (uint64_t)1 << j;
		} else if (r->end && r->queued && r->queued <= o->begin) {
			return false;
		}
	}
	y.count = 0;
	return search(s, &y);
}

/* Does it leave the channel as it is, and is that right now? */
static bool is_neutral(const struct search *s, const struct state *x, const struct check_op *o)
{
	if (!o->end) return false;
	if (o->kind <= CHECK_RECEIVE) return o->result != CHECK_DONE && may_fail(s, x, o);
	return o->kind == CHECK_COUNT && x->count == o->value;
}

/* One that changes the channel. */
static bool step(struct search *s, const struct state *x, uint32_t limit, size_t i)
{
	const struct check_op *o = &s->c->ops[i];
	struct state y = with(x, i);

	if (o->kind <= CHECK_RECEIVE && o->end && o->result != CHECK_DONE) return false;
	switch (o->kind) {
	case CHECK_SEND:
		return send(s, x, limit, i);
	case CHECK_RECEIVE:
		return receive(s, x, i);
	case CHECK_FLUSH:
		return flush(s, x, limit, i);
	case CHECK_COUNT:
		return false;
	default:
		y.flags |= o->kind == CHECK_SHUTDOWN ? CLOSED | SHUT : CLOSED;
		return search(s, &y);
	}
}

/* Places all that is neutral. */
static struct state settle(const struct search *s, const struct state *x)
{
	struct state y = *x;
	bool again = true;

	while (again) {
		uint32_t limit = horizon(s, &y);

		again = false;
		for (size_t i = 0; i < s->c->count; i++) {
			if (!may_be_next(s, &y, limit, i) || !is_neutral(s, &y, &s->c->ops[i]))
				continue;
			y = with(&y, i);
			again = true;
		}
	}
	return y;
}

static bool search(struct search *s, const struct state *before)
{
	const struct state x = settle(s, before);
	uint32_t limit;

	if ((x.done & s->must) == s->must) return true;
	if (s->used == ENOUGH || !is_new(s, &x)) return false;
	if (__builtin_popcountll(x.done) > __builtin_popcountll(s->best.done)) s->best = x;
	limit = horizon(s, &x);
	for (size_t i = 0; i < s->c->count; i++)
		if (may_be_next(s, &x, limit, i) && step(s, &x, limit, i)) return true;
	return false;
}

/* ---- The answer ---- */

static const char *explain(const struct search *s)
{
	static char text[512];
	size_t used =
	        (size_t)snprintf(text, sizeof text,
	                         "no order of the operations explains it; with the best, %d of "
	                         "%zu, these are left:",
	                         __builtin_popcountll(s->best.done), s->c->count);

	for (size_t i = 0; i < s->c->count && used < sizeof text - 16; i++)
		if (is_left(&s->best, i))
			used += (size_t)snprintf(text + used, sizeof text - used, " @%u",
			                         (unsigned)s->c->ops[i].begin);
	return text;
}

static void prepare(struct search *s)
{
	const struct check_op *ops = s->c->ops;

	for (size_t i = 0; i < s->c->count; i++) {
		if (ops[i].end) s->must |= (uint64_t)1 << i;
		if (ops[i].kind == CHECK_RECEIVE && !ops[i].end) s->has_pending = true;
		if (ops[i].kind == CHECK_FLUSH) s->has_flush = true;
		for (size_t j = 0; ops[i].kind == CHECK_SEND && j < s->c->count; j++)
			if (ops[j].kind == CHECK_RECEIVE && ops[j].end &&
			    ops[j].result == CHECK_DONE && ops[j].value == ops[i].value)
				s->receive_of[i] = &ops[j];
	}
}

const char *check_exact(const struct check_channel *c)
{
	struct search s = {.c = c};
	struct state nothing = {0};
	const char *wrong;

	if (c->count > CHECK_MOST) return "too many operations for the exact check";
	prepare(&s);
	wrong = search(&s, &nothing) ? NULL : s.used == ENOUGH ? check_undecided : explain(&s);
	free(s.seen);
	return wrong;
}
