/* SPDX-License-Identifier: MIT */
/* deque.h: the owner pushes and pops, thieves steal; each item comes out exactly once, and
 * what it points to is seen by whoever has it.
 *
 * A case is the owner's doings: + pushes the next item (false: full, it keeps it), - pops.
 * Whatever is left in the end the owner pops after the thieves have ended. */
// scale: deque.h s/CONC_DEQUE_SIZE 1024/CONC_DEQUE_SIZE 2/
// case: last -DOWNER="\"+-\"" -DTHIEVES=2
// case: two -DOWNER="\"++--\"" -DTHIEVES=2
// case: again -DOWNER="\"+-+-\"" -DTHIEVES=2
// case: wrap -DOWNER="\"+++-\"" -DTHIEVES=2
// case: wrap_more -DOWNER="\"+++++\"" -DTHIEVES=2 -DSTEALS=2
// mutant: deque.h s/store_release(&deque->bottom/store_relaxed(\&deque->bottom/
// mutant: deque.h s/exchange_seq_cst(&deque->bottom/exchange_acq_rel(\&deque->bottom/
// mutant: deque.h s/top = load_seq_cst(&deque->top);/top = load_acquire(\&deque->top);/
// mutant: deque.h s/bottom = load_seq_cst(&deque->bottom);/bottom = load_acquire(\&deque->bottom);/
// mutant: deque.h s/top > bottom || !cas_seq_cst(&deque->top, &top, top + 1)/top > bottom/
// mutant: deque.h s/top < bottom)) return item/top <= bottom)) return item/
// mutant: deque.h s/if (cas_seq_cst(&deque->top, &top, top + 1)) return item/store_seq_cst(\&deque->top, top + 1); return item/
// mutant: deque.h s/deque->top_seen >= CONC_DEQUE_SIZE/deque->top_seen > CONC_DEQUE_SIZE/
#include "model.h"

#include <deque.h>

#ifndef STEALS
#define STEALS 1
#endif
#define ITEMS 8

static struct conc_deque deque;
static struct item {
	int pushed; /* plain: published by the push */
	int taken;  /* plain: there is only one taker */
} items[ITEMS];

static void take(struct item *item)
{
	if (!item) return;
	assert(item->pushed == 1);
	assert(item->taken++ == 0);
}

static void *thief(void *unused)
{
	bool retry = false;

	for (int i = 0; i < STEALS; i++) take(conc_deque_steal(&deque, &retry));
	return unused;
}

/* Returns how many items the owner has made. */
static int owner(void)
{
	int made = 0;

	for (const char *what = OWNER; *what; what++) {
		if (*what == '-') {
			take(conc_deque_pop(&deque));
			continue;
		}
		items[made].pushed = 1;
		if (!conc_deque_push(&deque, &items[made])) take(&items[made]);
		made++;
	}
	return made;
}

int main(void)
{
	pthread_t thieves[THIEVES];
	struct item *item;
	int made;

	for (int i = 0; i < THIEVES; i++) pthread_create(&thieves[i], NULL, thief, NULL);
	made = owner();
	for (int i = 0; i < THIEVES; i++) pthread_join(thieves[i], NULL);
	while ((item = conc_deque_pop(&deque))) take(item);
	for (int i = 0; i < made; i++) assert(items[i].taken == 1);
	return 0;
}
