/* SPDX-License-Identifier: MIT */
/* ring.h: the owner pushes and pops, thieves grab half; each item comes out exactly once, and
 * what it points to is seen by whoever has it.
 *
 * A case is the owner's doings: + pushes the next item (false: full, it keeps it), - pops.
 * Whatever is left in the end the owner pops after the thieves have ended. */
// scale: ring.h s/CONC_RING_SIZE 256/CONC_RING_SIZE SIZE/
// case: last -DSIZE=2 -DOWNER="\"+-\"" -DTHIEVES=2
// case: two -DSIZE=2 -DOWNER="\"++--\"" -DTHIEVES=2
// case: wrap -DSIZE=2 -DOWNER="\"+++-\"" -DTHIEVES=2
// case: half -DSIZE=4 -DOWNER="\"+++-\"" -DTHIEVES=2
// case: wrap_half -DSIZE=4 -DOWNER="\"++++-+\"" -DTHIEVES=1
// mutant: ring.h s/store_release(&ring->tail/store_relaxed(\&ring->tail/
// mutant: ring.h s/uint32_t tail = load_seq_cst(&ring->tail);/uint32_t tail = load_relaxed(\&ring->tail);/
// mutant: ring.h s/if (CONC_LIKELY(cas_acq_rel(&ring->head, &head, head + 1))) return item/store_release(\&ring->head, head + 1); return item/
// mutant: ring.h s/if (cas_acq_rel(&ring->head, &head, head + count)) return count/store_release(\&ring->head, head + count); return count/
// mutant: ring.h s/(&ring->head) >= CONC_RING_SIZE/(\&ring->head) > CONC_RING_SIZE/
// mutant: ring.h s/head != load_relaxed(&ring->tail)/true/
// mutant: ring.h s/(tail - head + 1) \/ 2/(tail - head + 3) \/ 2/
#include "model.h"

#include <ring.h>

#define ITEMS 8

static struct conc_ring ring;
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
	void *grabbed[SIZE];
	uint32_t count = conc_ring_grab(&ring, grabbed, SIZE / 2);

	for (uint32_t i = 0; i < count; i++) take(grabbed[i]);
	return unused;
}

/* Returns how many items the owner has made. */
static int owner(void)
{
	int made = 0;

	for (const char *what = OWNER; *what; what++) {
		if (*what == '-') {
			take(conc_ring_pop(&ring));
			continue;
		}
		items[made].pushed = 1;
		if (!conc_ring_push(&ring, &items[made])) take(&items[made]);
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
	while ((item = conc_ring_pop(&ring))) take(item);
	for (int i = 0; i < made; i++) assert(items[i].taken == 1);
	return 0;
}
