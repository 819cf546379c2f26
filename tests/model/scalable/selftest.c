/* SPDX-License-Identifier: MIT */
/* selftest [TIMES]: of history.c. Random histories of actors that handle their messages in the
 * order in which they were sent are right; in each, one mistake of every kind is planted, and must
 * be found. */
#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTORS = 3, SENDERS = 4, MESSAGES = 60 };

static struct history history;
static int order[MESSAGES]; /* in which all messages are handled */
static unsigned row;
static int failed;

static int below(int n)
{
	row = row * 1664525u + 1013904223u;
	return (int)(row >> 8) % n;
}

/* ---- right ones ---- */

static void send_all(void)
{
	struct past past[SENDERS] = {0};

	memset(&history, 0, sizeof history);
	for (int id = 0; id < MESSAGES; id++) {
		struct event *e = &history.event[id];
		int sender = below(SENDERS);
		*e = (struct event){.actor = below(ACTORS),
		                    .scalable = below(3) > 0,
		                    .sent = true,
		                    .past = past[sender]};
		e->count = e->scalable && below(4) == 0 ? 2 + (uint32_t)below(5) : 1;
		past_add(&past[sender], id);
		if (below(3) == 0) past_join(&past[below(SENDERS)], &past[sender]);
		order[id] = id;
	}
}

static void handle(struct view *state, int *position, int id)
{
	struct event *e = &history.event[id];

	if (e->scalable) {
		state->seen[id] = (uint16_t)(state->seen[id] + e->count);
		state->sum += fold_scalable(state->factor, id) * e->count;
	} else {
		e->view = malloc(sizeof *e->view);
		*e->view = *state;
		e->position = ++*position;
		fold_ordinary(&state->sum, &state->factor, id);
	}
	e->handled += e->count;
}

static void handle_all(void)
{
	int positions[ACTORS] = {0};

	for (int i = 0; i < ACTORS; i++) {
		history.last[i] = calloc(1, sizeof *history.last[i]);
		history.last[i]->factor = 1;
	}
	for (int i = 0; i < MESSAGES; i++)
		if (order[i] >= 0)
			handle(history.last[history.event[order[i]].actor],
			       &positions[history.event[order[i]].actor], order[i]);
}

static void forget(void)
{
	for (int i = 0; i < MESSAGES; i++) free(history.event[i].view);
	for (int i = 0; i < ACTORS; i++) free(history.last[i]);
}

/* ---- mistakes ---- */

/* Two messages of one actor of these kinds, the first one sent before the second. */
static bool find(bool first, bool second, int *a, int *b)
{
	for (int tries = 0; tries < 2000; tries++) {
		*a = below(MESSAGES);
		*b = below(MESSAGES);
		if (history.event[*a].actor == history.event[*b].actor &&
		    past_has(&history.event[*b].past, *a) && history.event[*a].scalable == first &&
		    history.event[*b].scalable == second)
			return true;
	}
	return false;
}

/* What was at from stands at to, what was between goes on. */
static void move(int from, int to)
{
	int id = order[from];

	memmove(&order[to + 1], &order[to], (size_t)(from - to) * sizeof *order);
	order[to] = id;
}

static bool overtake(bool first, bool second)
{
	int a, b;

	if (!find(first, second, &a, &b)) return false;
	move(b, a);
	handle_all();
	return true;
}
static bool overtaken_scalable(void)
{
	return overtake(true, false);
}
static bool overtaken_ordinary(void)
{
	return overtake(false, true);
}
static bool ordinary_overtakes(void)
{
	return overtake(false, false);
}

/* b, then an ordinary one, then a, and the two know nothing of the ordinary one. */
static bool seen_through(void)
{
	int a, b, o;

	for (int tries = 0; tries < 200; tries++) {
		if (!find(true, true, &a, &b)) return false;
		o = below(MESSAGES);
		if (history.event[o].scalable || history.event[o].actor != history.event[a].actor ||
		    o < b || past_has(&history.event[o].past, a))
			continue;
		move(o, a);
		move(b + 1, a);
		handle_all();
		return true;
	}
	return false;
}
static bool lost(void)
{
	order[below(MESSAGES)] = -1;
	handle_all();
	return true;
}
static int some(bool scalable)
{
	int id = below(MESSAGES);

	while (history.event[id].scalable != scalable) id = (id + 1) % MESSAGES;
	return id;
}
static bool twice(void)
{
	int id = some(true);

	handle_all();
	history.event[id].handled++;
	history.last[history.event[id].actor]->seen[id]++;
	history.last[history.event[id].actor]->sum +=
	        fold_scalable(history.last[history.event[id].actor]->factor, id);
	return true;
}
static bool part_missing(void)
{
	int id = some(true);

	handle_all();
	history.last[history.event[id].actor]->seen[id]--;
	return true;
}
static bool old_factor(void)
{
	int id = some(false);

	handle_all();
	history.event[id].view->factor += 2;
	return true;
}
static bool strange_sum(void)
{
	int id = some(false);

	handle_all();
	history.event[id].view->sum++;
	return true;
}
static bool behind_the_end(void)
{
	int a, b;

	if (!find(false, below(2), &a, &b)) return false;
	handle_all();
	history.event[a].ends = true;
	return true;
}
static bool overtaken_in_time(void)
{
	int a, b;

	if (!find(true, false, &a, &b)) return false;
	history.event[b].past = (struct past){0};
	history.event[a].begin = 1, history.event[a].end = 2;
	history.event[b].begin = 3, history.event[b].end = 4;
	move(b, a);
	handle_all();
	return true;
}

static const struct mistake {
	const char *name;
	bool (*plant)(void);
} mistakes[] = {
        {"an ordinary message overtakes a scalable one", overtaken_scalable},
        {"a scalable message overtakes an ordinary one", overtaken_ordinary},
        {"an ordinary message overtakes another", ordinary_overtakes},
        {"the later of two is seen, the earlier not", seen_through},
        {"a message is lost", lost},
        {"a message is handled twice", twice},
        {"a part of a burst is not in the state", part_missing},
        {"an export that was too early", old_factor},
        {"a value that nobody added", strange_sum},
        {"a message is handled behind the end", behind_the_end},
        {"overtaken, where only time says so", overtaken_in_time},
};

static void check(const char *what, bool good, const char *wrong)
{
	if (good) return;
	failed++;
	printf("not ok - %s: %s\n", what, wrong ? wrong : "not found");
}

int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 300;
	const int kinds = (int)(sizeof mistakes / sizeof *mistakes);
	int planted[sizeof mistakes / sizeof *mistakes] = {0};

	for (int i = 0; i < times * (kinds + 1); i++) {
		const struct mistake *m =
		        i % (kinds + 1) < kinds ? &mistakes[i % (kinds + 1)] : NULL;
		const char *wrong;
		row = (unsigned)i * 2654435761u;
		send_all();
		if (!m) handle_all();
		else if (!m->plant()) continue;
		wrong = history_check(&history);
		if (m) planted[m - mistakes]++;
		check(m ? m->name : "a right history", m ? wrong != NULL : !wrong, wrong);
		forget();
	}
	for (int i = 0; i < kinds; i++)
		if (!failed)
			printf("%s - %s\n", planted[i] > times / 2 ? "ok" : "not ok",
			       mistakes[i].name);
	return failed != 0;
}
