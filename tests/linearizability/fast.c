/* SPDX-License-Identifier: MIT */
/*
 * fast: patterns that no right history has, found in one sweep over the moments.
 *
 * The idea. Between the end of its send and the beginning of its receive a value certainly was in
 * the channel; between the beginning of the one and the end of the other it may have been. Counting
 * both per moment tells where the buffer was certainly not empty, certainly not full, or held too
 * much, and so which failures, refusals and counts had no reason. The order of elements needs two
 * pairs of operations only: if a was sent before b, b must not be received before a. Between one
 * moment and the next lies a gap, named by the first of the two: effects happen in gaps.
 *
 * Complete for values from nowhere, duplicates, order, and what is said about an empty channel
 * (Bouajjani, Emmi, Enea, Hamza: the bad patterns of a queue); the rest is only sound. `queued` is
 * not looked at.
 *
 * Rejected: sorting (moments are dense: an array has them in order).
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define NEVER UINT32_MAX

typedef struct check_op op;

struct fast {
	const struct check_channel *c;
	uint32_t last, values;       /* the last moment; above every value */
	const op **at;               /* which operation a moment belongs to */
	const op **sent, **received; /* by value; a flush is among those sent */
	int32_t *least, *most;       /* per gap: so many elements are in the buffer */
	uint32_t *empty, *full;      /* per gap: the next at which the buffer may be so */
	const op **flushes;          /* by beginning */
	uint32_t *flushed;           /* of this flush and those behind it: the first end */
	size_t flush_count;
	uint32_t close_begin, close_end, shut_begin, shut_end; /* the first, or NEVER */
	uint32_t drained; /* from then on certainly closed and empty */
};

static char text[512];

static const char *wrong(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return text;
}

static void *array(size_t count, size_t size)
{
	void *p = calloc(count + 1, size);

	if (!p) abort();
	return p;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static bool is_done(const op *o, enum check_kind kind)
{
	return o->kind == kind && o->result == CHECK_DONE;
}

/* ---- Reading the history ---- */

static const char *measure(struct fast *f)
{
	for (size_t i = 0; i < f->c->count; i++) {
		const op *o = &f->c->ops[i];

		if (!o->end || o->begin >= o->end) return wrong("@%u has not returned", o->begin);
		if (o->end > f->last) f->last = o->end;
		if (o->kind != CHECK_COUNT && o->value >= f->values) f->values = o->value + 1;
		f->flush_count += o->kind == CHECK_FLUSH;
	}
	return NULL;
}

static void note_end(struct fast *f, const op *o)
{
	if (o->kind != CHECK_CLOSE && o->kind != CHECK_SHUTDOWN) return;
	f->close_begin = least_of(f->close_begin, o->begin);
	f->close_end = least_of(f->close_end, o->end);
	if (o->kind == CHECK_CLOSE) return;
	f->shut_begin = least_of(f->shut_begin, o->begin);
	f->shut_end = least_of(f->shut_end, o->end);
}

static const char *note(struct fast *f, const op *o)
{
	if (f->at[o->begin] || f->at[o->end]) return wrong("@%u: two at one moment", o->begin);
	f->at[o->begin] = f->at[o->end] = o;
	note_end(f, o);
	if (!is_done(o, CHECK_SEND) && o->kind != CHECK_FLUSH) return NULL;
	if (f->sent[o->value]) return wrong("%u was sent twice", o->value);
	f->sent[o->value] = o;
	return NULL;
}

static const char *note_receive(struct fast *f, const op *r)
{
	const op *s = f->sent[r->value];

	if (!s || s->begin >= r->end)
		return wrong("%u was received @%u, before it was sent", r->value, r->end);
	if (s->kind == CHECK_FLUSH)
		return r->begin < s->end && r->waits
		               ? NULL
		               : wrong("%u: a flush gave it to one that did not wait", r->value);
	if (f->received[r->value]) return wrong("%u was received twice, @%u", r->value, r->begin);
	if (!f->c->capacity && !s->waits && !r->waits)
		return wrong("%u: two met that do not wait", r->value);
	f->received[r->value] = r;
	return NULL;
}

static const char *read_all(struct fast *f)
{
	const char *why = NULL;

	f->at = array(f->last, sizeof(*f->at));
	f->sent = array(f->values, sizeof(*f->sent));
	f->received = array(f->values, sizeof(*f->received));
	for (size_t i = 0; i < f->c->count && !why; i++) why = note(f, &f->c->ops[i]);
	for (size_t i = 0; i < f->c->count && !why; i++)
		if (is_done(&f->c->ops[i], CHECK_RECEIVE)) why = note_receive(f, &f->c->ops[i]);
	return why;
}

/* ---- Flushes ---- */

static void sort_flushes(struct fast *f)
{
	size_t n = 0;

	f->flushes = array(f->flush_count, sizeof(*f->flushes));
	f->flushed = array(f->flush_count, sizeof(*f->flushed));
	for (uint32_t t = 1; t <= f->last; t++)
		if (f->at[t] && f->at[t]->kind == CHECK_FLUSH && f->at[t]->begin == t)
			f->flushes[n++] = f->at[t];
	f->flushed[n] = NEVER;
	while (n-- > 0) f->flushed[n] = least_of(f->flushed[n + 1], f->flushes[n]->end);
}

/* By then whatever was in the buffer at that moment is gone. */
static uint32_t gone_after(const struct fast *f, uint32_t moment)
{
	size_t low = 0, high = f->flush_count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (f->flushes[middle]->begin > moment) high = middle;
		else low = middle + 1;
	}
	return f->flushed[low];
}

/* From then on what was sent since that moment may be gone. Flushes are few, and so are those that
 * last long. */
static uint32_t may_go_after(const struct fast *f, uint32_t moment)
{
	for (size_t i = 0; i < f->flush_count; i++)
		if (f->flushes[i]->end > moment) return f->flushes[i]->begin;
	return NEVER;
}

/* ---- How many elements there are ---- */

static void count_value(struct fast *f, const op *s, const op *r)
{
	uint32_t leaves = r ? r->begin : may_go_after(f, s->begin);
	uint32_t left = r ? r->end : gone_after(f, s->end);

	f->most[s->begin]++;
	if (left != NEVER) f->most[left]--;
	if (leaves <= s->end) return;
	f->least[s->end]++;
	if (leaves != NEVER) f->least[leaves]--;
}

static void count_all(struct fast *f)
{
	f->least = array(f->last + 1, sizeof(*f->least));
	f->most = array(f->last + 1, sizeof(*f->most));
	for (uint32_t v = 0; v < f->values; v++)
		if (f->sent[v] && f->sent[v]->kind == CHECK_SEND)
			count_value(f, f->sent[v], f->received[v]);
	for (uint32_t t = 1; t <= f->last; t++) {
		f->least[t] += f->least[t - 1];
		f->most[t] += f->most[t - 1];
	}
}

static const char *check_capacity(struct fast *f)
{
	for (uint32_t t = 1; t <= f->last; t++)
		if (f->least[t] > (int64_t)f->c->capacity)
			return wrong("%d elements @%u, but the capacity is %u", f->least[t], t,
			             f->c->capacity);
	return NULL;
}

static void find_empty_and_full(struct fast *f)
{
	f->empty = array(f->last + 1, sizeof(*f->empty));
	f->full = array(f->last + 1, sizeof(*f->full));
	f->empty[f->last] = f->full[f->last] = NEVER;
	for (uint32_t t = f->last; t-- > 0;) {
		f->empty[t] = f->least[t] == 0 ? t : f->empty[t + 1];
		f->full[t] = f->most[t] >= (int64_t)f->c->capacity ? t : f->full[t + 1];
	}
}

/* ---- Rules ---- */

/* Who was sent before b must not be received after b was. */
static const char *check_order(const struct fast *f)
{
	const op *latest = NULL; /* of the sends that are over: whose receive began last */
	uint32_t begin = 0;

	for (uint32_t t = 1; t <= f->last; t++) {
		const op *o = f->at[t], *r;

		if (!o || !is_done(o, CHECK_SEND)) continue;
		r = f->received[o->value];
		if (o->begin == t && r && begin > r->end)
			return wrong("%u was sent before %u, but not received before it",
			             latest->value, o->value);
		if (o->begin == t || (!r && may_go_after(f, o->begin) != NEVER)) continue;
		if ((r ? r->begin : NEVER) > begin) latest = o, begin = r ? r->begin : NEVER;
	}
	return NULL;
}

static bool sending_may_fail(const struct fast *f, const op *o)
{
	bool full = f->full[o->begin]<o->end, closed = o->end> f->close_begin;

	if (o->result == CHECK_CLOSED) return closed;
	if (o->result == CHECK_REFUSED) return full || closed;
	return f->full[o->begin] < least_of(o->end, f->close_end);
}

static bool receiving_may_fail(const struct fast *f, const op *o)
{
	uint32_t from = o->begin;

	if (o->result == CHECK_REFUSED) return f->empty[from] < o->end;
	if (o->result == CHECK_NOT_READY) return f->empty[from] < least_of(o->end, f->close_end);
	if (o->end > f->shut_begin) return true;
	if (f->close_begin > from) from = f->close_begin;
	return from < o->end && f->empty[from] < o->end;
}

static const char *check_send(const struct fast *f, const op *o)
{
	if (o->result != CHECK_DONE)
		return sending_may_fail(f, o)
		               ? NULL
		               : wrong("the send @%u failed without a reason", o->begin);
	return o->begin < f->close_end ? NULL : wrong("%u was sent when it was closed", o->value);
}

static const char *check_receive(const struct fast *f, const op *o)
{
	const op *s = f->sent[o->value];

	if (o->result != CHECK_DONE)
		return receiving_may_fail(f, o)
		               ? NULL
		               : wrong("the receive @%u failed without a reason", o->begin);
	if (o->begin > f->drained) return wrong("%u came when it was closed and empty", o->value);
	if (o->begin > f->shut_end && !o->drains)
		return wrong("%u came when it was shut down", o->value);
	if (gone_after(f, s->end) < o->begin) return wrong("%u has survived a flush", o->value);
	return NULL;
}

static const char *check_count(const struct fast *f, const op *o)
{
	if (o->value > f->c->capacity)
		return wrong("it counts %u, more than its capacity", o->value);
	for (uint32_t t = o->begin; t < o->end; t++)
		if (f->least[t] <= (int64_t)o->value && f->most[t] >= (int64_t)o->value)
			return NULL;
	return wrong("there never were %u elements while they were counted @%u", o->value,
	             o->begin);
}

static void find_drained(struct fast *f)
{
	for (size_t i = 0; i < f->c->count; i++) {
		const op *o = &f->c->ops[i];

		if (o->kind != CHECK_RECEIVE) continue;
		if ((o->result == CHECK_CLOSED && o->end < f->shut_begin) ||
		    (o->result == CHECK_REFUSED && o->drains && o->begin > f->close_end))
			f->drained = least_of(f->drained, o->end);
	}
}

static const char *check_each(struct fast *f)
{
	const char *why = NULL;

	find_drained(f);
	for (size_t i = 0; i < f->c->count && !why; i++) {
		const op *o = &f->c->ops[i];

		if (o->kind == CHECK_SEND) why = check_send(f, o);
		else if (o->kind == CHECK_RECEIVE) why = check_receive(f, o);
		else if (o->kind == CHECK_COUNT) why = check_count(f, o);
	}
	return why;
}

static const char *check(struct fast *f)
{
	const char *why = measure(f);

	if (!why) why = read_all(f);
	if (why) return why;
	sort_flushes(f);
	count_all(f);
	find_empty_and_full(f);
	why = check_order(f);
	if (!why) why = check_each(f);
	return why ? why : check_capacity(f);
}

const char *check_fast(const struct check_channel *c)
{
	struct fast f = {.c = c,
	                 .close_begin = NEVER,
	                 .close_end = NEVER,
	                 .shut_begin = NEVER,
	                 .shut_end = NEVER,
	                 .drained = NEVER};
	const char *why = check(&f);

	free(f.at), free(f.sent), free(f.received), free(f.least), free(f.most), free(f.empty);
	free(f.full), free(f.flushes), free(f.flushed);
	return why;
}
