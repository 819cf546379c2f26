/* SPDX-License-Identifier: MIT */
/* The checks of history.h: pairs of messages first, then each actor once more from the beginning.
 */
#include "history.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char text[200];

void view_move(struct view *into, struct view *from)
{
	for (int i = 0; i < HISTORY_IDS; i++) {
		into->seen[i] = (uint16_t)(into->seen[i] + from->seen[i]);
		from->seen[i] = 0;
	}
	into->sum += from->sum;
	from->sum = 0;
}

bool view_is_blank(const struct view *view)
{
	uint16_t any = 0;

	for (int i = 0; i < HISTORY_IDS; i++) any |= view->seen[i];
	return !any && !view->sum;
}

static const char *say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static const char *say(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	return text;
}

/* The send of a was over when that of b began. */
static bool before(const struct history *h, int a, int b)
{
	const struct event *x = &h->event[a], *y = &h->event[b];

	return past_has(&y->past, a) || (x->end && y->begin && x->end < y->begin);
}

static bool is_of(const struct history *h, int id, int actor)
{
	return h->event[id].sent && h->event[id].actor == actor;
}

/* ---- pairs ---- */

/* a was sent before b. */
static const char *check_pair(const struct history *h, int a, int b)
{
	const struct event *x = &h->event[a], *y = &h->event[b];

	if (x->ends && y->handled)
		return say("%d was handled, and sent after %d, which ended its actor", b, a);
	if (y->scalable && x->scalable) return NULL;
	if (y->scalable) {
		if (x->view && x->view->seen[b])
			return say("ordinary %d has seen %d, which was sent after it", a, b);
		return NULL;
	}
	if (!y->view) return NULL;
	if (x->scalable && y->view->seen[a] != x->count)
		return say("ordinary %d has seen %u of %d, of which %u were sent before it", b,
		           y->view->seen[a], a, x->count);
	if (!x->scalable && (!x->view || x->position >= y->position))
		return say("ordinary %d was handled before %d, which was sent before it", b, a);
	return NULL;
}

/* Who has seen something of b has seen all of a. */
static const char *check_through(const struct history *h, int a, int b)
{
	const struct event *x = &h->event[a];

	if (!x->scalable || !h->event[b].scalable) return NULL;
	for (int o = 0; o < HISTORY_IDS; o++) {
		const struct view *v = h->event[o].view;
		if (is_of(h, o, x->actor) && v && v->seen[b] && v->seen[a] != x->count)
			return say(
			        "ordinary %d has seen %d, but not %d, which was sent before that",
			        o, b, a);
	}
	return NULL;
}

static const char *check_pairs(const struct history *h)
{
	const char *wrong = NULL;

	for (int a = 0; a < HISTORY_IDS && !wrong; a++)
		for (int b = 0; b < HISTORY_IDS && !wrong; b++) {
			if (a == b || !h->event[a].sent || !is_of(h, b, h->event[a].actor) ||
			    !before(h, a, b))
				continue;
			wrong = check_pair(h, a, b);
			if (!wrong) wrong = check_through(h, a, b);
		}
	return wrong;
}

/* ---- one message after another ---- */

static int ordinary_at(const struct history *h, int actor, int position)
{
	for (int id = 0; id < HISTORY_IDS; id++)
		if (is_of(h, id, actor) && h->event[id].view && h->event[id].position == position)
			return id;
	return -1;
}

static int count_ordinary(const struct history *h, int actor)
{
	int count = 0;

	for (int id = 0; id < HISTORY_IDS; id++)
		count += is_of(h, id, actor) && h->event[id].view != NULL;
	return count;
}

/* Handles what is new in the view; true if the state is then the view's. */
static const char *step(const struct history *h, int actor, struct view *state,
                        const struct view *view, int by)
{
	for (int id = 0; id < HISTORY_IDS; id++) {
		uint64_t more = (uint64_t)view->seen[id] - state->seen[id];
		if (view->seen[id] && (!is_of(h, id, actor) || !h->event[id].scalable))
			return say("ordinary %d has seen %d, which its actor was not sent", by, id);
		if (view->seen[id] < state->seen[id])
			return say("ordinary %d has seen %u of %d, the one before it %u", by,
			           view->seen[id], id, state->seen[id]);
		if (view->seen[id] > h->event[id].count)
			return say("ordinary %d has seen %u of %d, of which there are %u", by,
			           view->seen[id], id, h->event[id].count);
		state->sum += fold_scalable(state->factor, id) * more;
		state->seen[id] = view->seen[id];
	}
	if (state->sum != view->sum || state->factor != view->factor)
		return say("ordinary %d of actor %d has found %llu, factor %llu instead of %llu, "
		           "factor %llu",
		           by, actor, (unsigned long long)view->sum,
		           (unsigned long long)view->factor, (unsigned long long)state->sum,
		           (unsigned long long)state->factor);
	return NULL;
}

/* Someone asked the actor to end, and that was not sent after id. */
static bool may_be_missing(const struct history *h, int id)
{
	for (int o = 0; o < HISTORY_IDS; o++)
		if (o != id && is_of(h, o, h->event[id].actor) && h->event[o].ends &&
		    !before(h, id, o))
			return true;
	return false;
}

static const char *check_all_handled(const struct history *h, int actor, const struct view *state)
{
	for (int id = 0; id < HISTORY_IDS; id++) {
		const struct event *e = &h->event[id];
		if (!is_of(h, id, actor)) continue;
		if (e->handled > e->count)
			return say("%d of actor %d was handled %u times, and sent %u times", id,
			           actor, e->handled, e->count);
		if (e->scalable && state->seen[id] != e->handled)
			return say(
			        "%d of actor %d was handled %u times, but is in its state %u times",
			        id, actor, e->handled, state->seen[id]);
		if (e->handled < e->count && !may_be_missing(h, id))
			return say("%d of actor %d was handled %u times, and sent %u times", id,
			           actor, e->handled, e->count);
	}
	return NULL;
}

static const char *check_actor(const struct history *h, int actor)
{
	struct view *state = calloc(1, sizeof *state);
	int count = count_ordinary(h, actor);
	const char *wrong = NULL;

	if (!state) abort();
	state->factor = 1;
	for (int at = 1; at <= count && !wrong; at++) {
		int id = ordinary_at(h, actor, at);
		wrong = id < 0 ? say("actor %d has no ordinary message %d", actor, at)
		               : step(h, actor, state, h->event[id].view, id);
		if (!wrong) fold_ordinary(&state->sum, &state->factor, id);
	}
	if (!wrong) wrong = step(h, actor, state, h->last[actor], -1);
	if (!wrong) wrong = check_all_handled(h, actor, state);
	free(state);
	return wrong;
}

const char *history_check(const struct history *h)
{
	const char *wrong = check_pairs(h);

	for (int actor = 0; actor < HISTORY_ACTORS && !wrong; actor++)
		if (h->last[actor]) wrong = check_actor(h, actor);
	return wrong;
}
