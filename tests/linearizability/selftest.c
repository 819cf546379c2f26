/* SPDX-License-Identifier: MIT */
/* Are the checkers right? Histories with each mistake planted and right ones beside them; random
 * right histories, which both must take; random wrong ones, on which check_fast must not find
 * more than check_exact. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"

/* ---- Planted histories: OPERATION(thread, begin, end[, value]) ---- */

#define OP(thread, b, e, v, kind, result, waits, drains) \
	{(b), (e), 0, (v), (thread), (kind), (result), (waits), (drains)}
#define SEND(t, b, e, v) OP(t, b, e, v, CHECK_SEND, CHECK_DONE, true, false)
#define SEND_CLOSED(t, b, e, v) OP(t, b, e, v, CHECK_SEND, CHECK_CLOSED, true, false)
#define SEND_NOT_READY(t, b, e, v) OP(t, b, e, v, CHECK_SEND, CHECK_NOT_READY, false, false)
#define TRY_SEND(t, b, e, v) OP(t, b, e, v, CHECK_SEND, CHECK_DONE, false, true)
#define TRY_SEND_REFUSED(t, b, e, v) OP(t, b, e, v, CHECK_SEND, CHECK_REFUSED, false, true)
#define RECEIVE(t, b, e, v) OP(t, b, e, v, CHECK_RECEIVE, CHECK_DONE, true, false)
#define RECEIVE_CLOSED(t, b, e) OP(t, b, e, 0, CHECK_RECEIVE, CHECK_CLOSED, true, false)
#define RECEIVE_NOT_READY(t, b, e) OP(t, b, e, 0, CHECK_RECEIVE, CHECK_NOT_READY, false, false)
#define TRY_RECEIVE(t, b, e, v) OP(t, b, e, v, CHECK_RECEIVE, CHECK_DONE, false, true)
#define TRY_RECEIVE_REFUSED(t, b, e) OP(t, b, e, 0, CHECK_RECEIVE, CHECK_REFUSED, false, true)
#define CLOSE(t, b, e) OP(t, b, e, 0, CHECK_CLOSE, CHECK_DONE, false, false)
#define SHUTDOWN(t, b, e) OP(t, b, e, 0, CHECK_SHUTDOWN, CHECK_DONE, false, false)
#define FLUSH(t, b, e, v) OP(t, b, e, v, CHECK_FLUSH, CHECK_DONE, false, false)
#define COUNT(t, b, e, v) OP(t, b, e, v, CHECK_COUNT, CHECK_DONE, false, false)
#define QUEUED_SEND(t, b, q, e, v) {b, e, q, v, t, CHECK_SEND, CHECK_DONE, true, false}
#define QUEUED_RECEIVE(t, b, q, e, v) {b, e, q, v, t, CHECK_RECEIVE, CHECK_DONE, true, false}

enum verdict {
	RIGHT,
	WRONG,   /* both see it */
	EXACTLY, /* wrong, but check_fast need not see it */
	PENDING, /* right; not for check_fast */
	PENDING_WRONG,
};

#define MOST 12

static const struct planted {
	const char *name;
	enum verdict verdict;
	uint32_t capacity;
	struct check_op ops[MOST]; /* up to one that begins at 0 */
} planted[] = {
	{"nothing", RIGHT, 1, {{0}}},
	{"one after the other", RIGHT, 2, {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), RECEIVE(2, 5, 6, 7), RECEIVE(2, 7, 8, 8)}},
	{"received before the send returns", RIGHT, 1, {SEND(1, 1, 4, 7), RECEIVE(2, 2, 3, 7)}},
	{"a value from nowhere", WRONG, 1, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 4, 8)}},
	{"a value that was not sent after all", WRONG, 1, {CLOSE(1, 1, 2), SEND_CLOSED(1, 3, 4, 7), RECEIVE(2, 5, 6, 7)}},
	{"received twice", WRONG, 2, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 4, 7), RECEIVE(3, 5, 6, 7)}},
	{"sent twice, received once", WRONG, 2, {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), RECEIVE(2, 5, 6, 7), TRY_RECEIVE_REFUSED(2, 7, 8)}},
	{"received before it was sent", WRONG, 1, {RECEIVE(2, 1, 2, 7), SEND(1, 3, 4, 7)}},
	{"last in, first out", WRONG, 2, {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), RECEIVE(2, 5, 6, 8), RECEIVE(2, 7, 8, 7)}},
	{"two sends at once, in either order", RIGHT, 2, {SEND(1, 1, 3, 7), SEND(2, 2, 4, 8), RECEIVE(3, 5, 6, 8), RECEIVE(3, 7, 8, 7)}},
	{"two receives at once, in either order", RIGHT, 2, {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), RECEIVE(2, 5, 8, 8), RECEIVE(3, 6, 7, 7)}},
	{"overtaken by what was sent later and received", WRONG, 3,
	 {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), SEND(1, 5, 6, 9), RECEIVE(2, 7, 8, 7), RECEIVE(2, 9, 10, 9), RECEIVE(3, 11, 12, 8)}},
	{"the first is never received", WRONG, 2, {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), RECEIVE(2, 5, 6, 8)}},
	{"more than the capacity", WRONG, 1, {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), RECEIVE(2, 5, 6, 7), RECEIVE(2, 7, 8, 8)}},
	{"as much as the capacity, for the receive has begun", RIGHT, 1, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 6, 7), SEND(1, 4, 5, 8)}},
	{"a cycle of three values", EXACTLY, 1, {SEND(1, 1, 2, 7), SEND(2, 3, 10, 8), SEND(3, 4, 9, 9), RECEIVE(4, 5, 11, 9), RECEIVE(5, 6, 7, 8), TRY_RECEIVE_REFUSED(5, 8, 12), RECEIVE(6, 13, 14, 7)}},

	{"a refused send at a full channel", RIGHT, 1, {SEND(1, 1, 2, 7), TRY_SEND_REFUSED(1, 3, 4, 8)}},
	{"a refused send beside a receive", RIGHT, 1, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 6, 7), TRY_SEND_REFUSED(1, 4, 5, 8)}},
	{"a refused send at an empty channel", WRONG, 1, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 4, 7), TRY_SEND_REFUSED(1, 5, 6, 8)}},
	{"a refused send that was taken", WRONG, 1, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 8, 7), TRY_SEND_REFUSED(1, 4, 5, 8), RECEIVE(2, 9, 10, 8)}},
	{"a refused receive at an empty channel", RIGHT, 1, {TRY_RECEIVE_REFUSED(1, 1, 2)}},
	{"a refused receive while it fills", RIGHT, 1, {SEND(1, 1, 4, 7), TRY_RECEIVE_REFUSED(2, 2, 3)}},
	{"a refused receive at a channel with an element", WRONG, 1, {SEND(1, 1, 2, 7), TRY_RECEIVE_REFUSED(2, 3, 4), RECEIVE(2, 5, 6, 7)}},
	{"a refused receive at a channel that was never empty", WRONG, 2,
	 {SEND(1, 1, 2, 7), TRY_RECEIVE_REFUSED(3, 3, 10), SEND(1, 4, 5, 8), RECEIVE(2, 6, 7, 7), RECEIVE(2, 11, 12, 8)}},
	{"a refused receive at a channel that may have been empty", RIGHT, 2,
	 {SEND(1, 1, 2, 7), TRY_RECEIVE_REFUSED(3, 3, 10), SEND(1, 4, 7, 8), RECEIVE(2, 5, 6, 7), RECEIVE(2, 11, 12, 8)}},
	{"not ready", RIGHT, 1, {RECEIVE_NOT_READY(1, 1, 2), SEND(1, 3, 4, 7), SEND_NOT_READY(1, 5, 6, 8)}},
	{"not ready to send though there is room", WRONG, 1, {SEND_NOT_READY(1, 1, 2, 8)}},
	{"not ready to receive though there is something", WRONG, 1, {SEND(1, 1, 2, 7), RECEIVE_NOT_READY(1, 3, 4)}},
	{"not ready to receive though it is closed", WRONG, 1, {CLOSE(1, 1, 2), RECEIVE_NOT_READY(1, 3, 4)}},
	{"not ready to send though it is closed", WRONG, 1, {SEND(1, 1, 2, 7), CLOSE(1, 3, 4), SEND_NOT_READY(1, 5, 6, 8)}},

	{"a rendezvous", RIGHT, 0, {SEND(1, 1, 4, 7), RECEIVE(2, 2, 3, 7)}},
	{"a rendezvous without meeting", WRONG, 0, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 4, 7)}},
	{"a rendezvous with nobody", WRONG, 0, {SEND(1, 1, 2, 7)}},
	{"a rendezvous with another value", WRONG, 0, {SEND(1, 1, 4, 7), RECEIVE(2, 2, 3, 8)}},
	{"two rendezvous that cross", WRONG, 0, {SEND(1, 1, 3, 7), RECEIVE(2, 2, 6, 8), SEND(1, 4, 8, 8), RECEIVE(3, 5, 7, 7)}},
	{"a try meets who waits", RIGHT, 0, {TRY_SEND(1, 2, 3, 7), RECEIVE(2, 1, 4, 7)}},
	{"two tries meet", WRONG, 0, {TRY_SEND(1, 1, 3, 7), TRY_RECEIVE(2, 2, 4, 7)}},
	{"a try with nobody", WRONG, 0, {TRY_SEND(1, 1, 2, 7)}},
	{"somebody meets himself", EXACTLY, 0, {SEND(1, 1, 3, 7), RECEIVE(1, 2, 4, 7)}},
	{"a refused try at a rendezvous", RIGHT, 0, {RECEIVE(1, 1, 5, 7), TRY_SEND_REFUSED(2, 2, 3, 8), SEND(2, 4, 6, 7)}},
	{"a refused try though somebody waits", EXACTLY, 0, {QUEUED_RECEIVE(1, 1, 2, 8, 7), TRY_SEND_REFUSED(2, 3, 4, 8), SEND(2, 5, 6, 7)}},

	{"drained, then closed", RIGHT, 2,
	 {SEND(1, 1, 2, 7), CLOSE(1, 3, 4), RECEIVE(2, 5, 6, 7), RECEIVE_CLOSED(2, 7, 8), TRY_RECEIVE_REFUSED(2, 9, 10)}},
	{"closed while a receive waits", RIGHT, 2, {RECEIVE_CLOSED(2, 1, 4), CLOSE(1, 2, 3)}},
	{"closed while a send waits", RIGHT, 1, {SEND(1, 1, 2, 7), SEND_CLOSED(1, 3, 6, 8), CLOSE(2, 4, 5)}},
	{"a receive fails before anybody closes", WRONG, 2, {RECEIVE_CLOSED(2, 1, 2), CLOSE(1, 3, 4)}},
	{"a send fails before anybody closes", WRONG, 2, {SEND_CLOSED(2, 1, 2, 7), CLOSE(1, 3, 4)}},
	{"a receive fails where nobody closes", WRONG, 2, {RECEIVE_CLOSED(2, 1, 2)}},
	{"a receive fails though there is something", WRONG, 2, {SEND(1, 1, 2, 7), CLOSE(1, 3, 4), RECEIVE_CLOSED(2, 5, 6), RECEIVE(2, 7, 8, 7)}},
	{"a send to a closed channel", WRONG, 2, {CLOSE(1, 1, 2), SEND(2, 3, 4, 7)}},
	{"a send while it closes", RIGHT, 2, {CLOSE(1, 1, 4), SEND(2, 2, 3, 7)}},
	{"a send after another has failed", EXACTLY, 2, {CLOSE(1, 1, 6), SEND_CLOSED(2, 2, 3, 7), SEND(2, 4, 5, 8)}},
	{"received after it was closed and empty", WRONG, 2, {CLOSE(1, 1, 10), SEND(2, 2, 9, 7), RECEIVE_CLOSED(3, 3, 4), RECEIVE(3, 5, 6, 7)}},
	{"shut down with a rest", RIGHT, 2, {SEND(1, 1, 2, 7), SHUTDOWN(1, 3, 4), RECEIVE_CLOSED(2, 5, 6), TRY_RECEIVE(2, 7, 8, 7), TRY_RECEIVE_REFUSED(2, 9, 10)}},
	{"received from what was shut down", WRONG, 2, {SEND(1, 1, 2, 7), SHUTDOWN(1, 3, 4), RECEIVE(2, 5, 6, 7)}},
	{"the rest of what was shut down is lost", WRONG, 2, {SEND(1, 1, 2, 7), SHUTDOWN(1, 3, 4), TRY_RECEIVE_REFUSED(2, 5, 6)}},
	{"sent to what was shut down", WRONG, 2, {SHUTDOWN(1, 3, 4), SEND(2, 5, 6, 7)}},

	{"flushed", RIGHT, 2, {SEND(1, 1, 2, 7), FLUSH(1, 3, 4, 8), TRY_RECEIVE_REFUSED(2, 5, 6)}},
	{"something survives a flush", WRONG, 2, {SEND(1, 1, 2, 7), FLUSH(1, 3, 4, 8), RECEIVE(2, 5, 6, 7)}},
	{"something comes during a flush", RIGHT, 2, {SEND(1, 1, 4, 7), FLUSH(2, 2, 3, 8), RECEIVE(2, 5, 6, 7)}},
	{"a flush for two that wait", RIGHT, 2, {RECEIVE(1, 1, 5, 8), RECEIVE(2, 2, 6, 8), FLUSH(3, 3, 4, 8)}},
	{"a flush for one that comes later", WRONG, 2, {FLUSH(3, 1, 2, 8), RECEIVE(1, 3, 4, 8)}},
	{"a flush for a try", WRONG, 2, {FLUSH(3, 1, 4, 8), TRY_RECEIVE(1, 2, 3, 8)}},
	{"a flush for a receive, though there was something", EXACTLY, 2, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 6, 8), FLUSH(3, 4, 5, 8)}},
	{"a flush passes one by", EXACTLY, 2, {QUEUED_RECEIVE(1, 1, 2, 9, 7), QUEUED_RECEIVE(2, 3, 4, 10, 8), FLUSH(3, 5, 6, 8), SEND(3, 7, 8, 7)}},
	{"a flush makes room", RIGHT, 1, {SEND(1, 1, 2, 7), SEND(2, 3, 6, 8), FLUSH(1, 4, 5, 9), RECEIVE(1, 7, 8, 8)}},
	{"a flush keeps the order", EXACTLY, 2, {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), FLUSH(2, 5, 12, 9), RECEIVE(3, 6, 7, 8), RECEIVE(3, 8, 9, 7)}},

	{"counted", RIGHT, 2, {COUNT(1, 1, 2, 0), SEND(1, 3, 4, 7), COUNT(1, 5, 6, 1)}},
	{"counted at some moment", RIGHT, 2, {SEND(1, 1, 2, 7), COUNT(2, 3, 8, 2), SEND(1, 4, 5, 8), RECEIVE(1, 6, 7, 7)}},
	{"counted too much", WRONG, 2, {SEND(1, 1, 2, 7), COUNT(1, 3, 4, 2)}},
	{"counted too little", WRONG, 2, {SEND(1, 1, 2, 7), COUNT(1, 3, 4, 0)}},
	{"counted more than the capacity", WRONG, 0, {SEND(1, 1, 6, 7), COUNT(2, 2, 3, 1), RECEIVE(2, 4, 5, 7)}},

	{"first come, first served: senders", RIGHT, 0,
	 {QUEUED_SEND(1, 1, 2, 7, 7), QUEUED_SEND(2, 3, 4, 10, 8), RECEIVE(3, 5, 6, 7), RECEIVE(3, 8, 9, 8)}},
	{"last come, first served: senders", EXACTLY, 0,
	 {QUEUED_SEND(1, 1, 2, 10, 7), QUEUED_SEND(2, 3, 4, 7, 8), RECEIVE(3, 5, 6, 8), RECEIVE(3, 8, 9, 7)}},
	{"last come, first served: receivers", EXACTLY, 1,
	 {QUEUED_RECEIVE(1, 1, 2, 10, 8), QUEUED_RECEIVE(2, 3, 4, 7, 7), SEND(3, 5, 6, 7), SEND(3, 8, 9, 8)}},
	{"a sender pushes in", EXACTLY, 1,
	 {SEND(1, 1, 2, 7), QUEUED_SEND(1, 3, 4, 12, 8), SEND(2, 5, 8, 9), RECEIVE(3, 6, 7, 7), RECEIVE(3, 9, 10, 9), RECEIVE(3, 11, 13, 8)}},
	{"who may not have been there yet", RIGHT, 0, {SEND(1, 1, 10, 7), SEND(2, 3, 7, 8), RECEIVE(3, 5, 6, 8), RECEIVE(3, 8, 9, 7)}},

	{"a send that has not returned was received", PENDING, 1, {SEND(1, 1, 0, 7), RECEIVE(2, 2, 3, 7)}},
	{"a send that has not returned was not", PENDING, 1, {SEND(1, 1, 0, 7), TRY_RECEIVE_REFUSED(2, 2, 3)}},
	{"a receive that has not returned took it", PENDING, 1, {SEND(1, 1, 2, 7), RECEIVE(2, 3, 0, 0), TRY_RECEIVE_REFUSED(3, 4, 5)}},
	{"a receive that has not returned took only one", PENDING_WRONG, 2,
	 {SEND(1, 1, 2, 7), SEND(1, 3, 4, 8), RECEIVE(2, 5, 0, 0), TRY_RECEIVE_REFUSED(3, 6, 7)}},
	{"two meet, one has not returned", PENDING, 0, {SEND(1, 1, 3, 7), RECEIVE(2, 2, 0, 0)}},
	{"a close that has not returned", PENDING, 0, {CLOSE(1, 1, 0), SEND_CLOSED(2, 2, 3, 7)}},
};

static struct check_channel channel_of(const struct planted *p)
{
	struct check_channel c = {p->capacity, 0, (struct check_op *)p->ops};

	while (c.count < MOST && p->ops[c.count].begin) c.count++;
	return c;
}

static void expect(const struct planted *p, const char *by, const char *why, bool right)
{
	struct check_channel c = channel_of(p);

	if (!why == right) return;
	check_print(stderr, &c);
	fail_msg("%s by %s: %s", p->name, by, why ? why : "taken for right");
}

static void planted_histories(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(planted) / sizeof(planted[0]); i++) {
		const struct planted *p = &planted[i];
		struct check_channel c = channel_of(p);

		expect(p, "check_exact", check_exact(&c), p->verdict == RIGHT || p->verdict == PENDING);
		if (p->verdict == RIGHT || p->verdict == WRONG)
			expect(p, "check_fast", check_fast(&c), p->verdict == RIGHT);
		if (p->verdict == PENDING) assert_non_null(check_fast(&c));
	}
}

/* ---- Random histories ---- */

static uint64_t seed = 1;

static uint32_t draw(uint32_t below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 33) % below;
}

struct simulation {
	struct check_channel c;
	uint32_t next, first, buffered[64]; /* values are 1, 2, … */
	bool closed, shut;
	uint32_t moment[CHECK_MOST]; /* when each takes effect */
};

static bool meet(struct simulation *s, struct check_op *o)
{
	struct check_op *r = o + 1;

	*o = (struct check_op)SEND(0, 0, 0, ++s->next);
	*r = (struct check_op)RECEIVE(0, 0, 0, s->next);
	if (draw(4) == 0) o->waits = false;
	else if (draw(4) == 0) r->waits = false;
	s->c.count += 2;
	s->moment[s->c.count - 2] = s->moment[s->c.count - 1];
	return true;
}

static void put(struct simulation *s, struct check_op *o, bool try)
{
	bool full = s->first == s->c.capacity;

	*o = (struct check_op)SEND(0, 0, 0, ++s->next);
	if (s->closed) o->result = CHECK_CLOSED;
	else if (full) o->result = draw(2) ? CHECK_REFUSED : CHECK_NOT_READY;
	else s->buffered[s->first++] = s->next;
	if (s->closed && try) o->result = CHECK_REFUSED;
	o->waits = o->result == CHECK_DONE && !try;
}

static void get(struct simulation *s, struct check_op *o, bool try)
{
	*o = (struct check_op)RECEIVE(0, 0, 0, 0);
	o->drains = try;
	if (s->shut && !try) {
		o->result = CHECK_CLOSED;
	} else if (s->first) {
		o->value = s->buffered[0];
		memmove(s->buffered, s->buffered + 1, --s->first * sizeof(s->buffered[0]));
	} else {
		o->result = try ? CHECK_REFUSED : s->closed ? CHECK_CLOSED : CHECK_NOT_READY;
	}
	o->waits = o->result == CHECK_DONE && !try;
}

static void add(struct simulation *s)
{
	struct check_op *o = &s->c.ops[s->c.count];
	uint32_t what = draw(40);

	s->moment[s->c.count] = s->moment[s->c.count + 1] = 1000 * (uint32_t)(s->c.count + 1);
	if (what < 14 && s->c.capacity == 0 && !s->closed) {
		meet(s, o);
		return;
	}
	if (what < 18) put(s, o, draw(2));
	else if (what < 34) get(s, o, draw(2));
	else if (what < 36) *o = (struct check_op)COUNT(0, 0, 0, s->first);
	else if (what < 38) *o = (struct check_op)FLUSH(0, 0, 0, ++s->next);
	else if (what == 38) *o = (struct check_op)CLOSE(0, 0, 0);
	else *o = (struct check_op)SHUTDOWN(0, 0, 0);
	if (o->kind == CHECK_FLUSH) s->first = 0;
	if (o->kind == CHECK_CLOSE || o->kind == CHECK_SHUTDOWN) s->closed = true;
	if (o->kind == CHECK_SHUTDOWN) s->shut = true;
	s->c.count++;
}

static bool is_taken(const struct check_channel *c, uint32_t moment)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->ops[i].begin == moment || c->ops[i].end == moment) return true;
	return false;
}

/* Around the moments at which they took effect, operations begin and end at random. */
static void spread(struct simulation *s, uint32_t width)
{
	for (size_t i = 0; i < s->c.count; i++) {
		struct check_op *o = &s->c.ops[i];

		o->thread = (uint8_t)i;
		do o->begin = s->moment[i] - 1 - draw(s->moment[i] < width ? s->moment[i] - 1 : width);
		while (is_taken(&(struct check_channel){0, i, s->c.ops}, o->begin));
		do o->end = s->moment[i] + 1 + draw(width);
		while (is_taken(&(struct check_channel){0, i, s->c.ops}, o->end));
	}
}

/* A right history in memory of the caller. */
static void make(struct simulation *s, struct check_op *ops, uint32_t count)
{
	memset(s, 0, sizeof(*s));
	s->c = (struct check_channel){draw(4), 0, ops};
	while (s->c.count < count) add(s);
	spread(s, 1 + draw(2500));
}

static void right_ones_are_taken(void **state)
{
	struct check_op ops[CHECK_MOST];
	struct simulation s;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		make(&s, ops, 2 + draw(18));
		if (!check_exact(&s.c) && !check_fast(&s.c)) continue;
		check_print(stderr, &s.c);
		fail_msg("history %d: exact: %s", i, check_exact(&s.c) ? check_exact(&s.c) : check_fast(&s.c));
	}
}

/* Makes some difference. */
static void spoil(struct check_channel *c)
{
	struct check_op *o = &c->ops[draw((uint32_t)c->count)], *p = &c->ops[draw((uint32_t)c->count)];
	uint32_t value = o->value;

	switch (draw(5)) {
	case 0:
		o->value = p->value;
		p->value = value;
		break;
	case 1:
		o->result = (uint8_t)draw(4);
		break;
	case 2:
		if (c->count > 1) *o = c->ops[--c->count];
		break;
	case 3:
		c->capacity = draw(4);
		break;
	default:
		o->kind = (uint8_t)draw(2);
	}
}

static bool has_different_values(const struct check_channel *c)
{
	for (size_t i = 0; i < c->count; i++)
		for (size_t j = 0; j < i; j++)
			if ((c->ops[i].kind == CHECK_SEND || c->ops[i].kind == CHECK_FLUSH) &&
			    (c->ops[j].kind == CHECK_SEND || c->ops[j].kind == CHECK_FLUSH) &&
			    c->ops[i].value == c->ops[j].value)
				return false;
	return true;
}

static void fast_finds_nothing_that_is_right(void **state)
{
	struct check_op ops[CHECK_MOST];
	struct simulation s;
	int wrong = 0, found = 0;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		make(&s, ops, 2 + draw(14));
		spoil(&s.c);
		if (!has_different_values(&s.c)) continue;
		if (check_exact(&s.c)) {
			wrong++;
			found += check_fast(&s.c) != NULL;
		} else if (check_fast(&s.c)) {
			check_print(stderr, &s.c);
			fail_msg("history %d is right, but check_fast says: %s", i, check_fast(&s.c));
		}
	}
	print_message("%d wrong histories, of which check_fast finds %d\n", wrong, found);
	assert_true(wrong > 2000 && found > wrong * 8 / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planted_histories),
		cmocka_unit_test(right_ones_are_taken),
		cmocka_unit_test(fast_finds_nothing_that_is_right),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
