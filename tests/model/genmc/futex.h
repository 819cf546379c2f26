/* SPDX-License-Identifier: MIT */
/* The kernel's futex, for GenMC: a word that differs is seen or the sleeper is woken, in the
 * order in which they came, and only by a wake. No sleeper wakes by itself: that would hide a
 * wake-up that was forgotten.
 *
 * FUTEX_WORD is the type of the object that the words are the low half of: GenMC has no
 * accesses of two sizes to one place. FUTEX_WORDS: how many words there are at most. */
#ifndef MODEL_FUTEX_H
#define MODEL_FUTEX_H

#include "model.h"

#include <os.h>

#ifndef FUTEX_WORD
#define FUTEX_WORD uint32_t
#endif
#ifndef FUTEX_WORDS
#define FUTEX_WORDS 1
#endif

static struct futex {
	const void *word;
	uint32_t slept; /* how many have gone to sleep so far */
	uint32_t woken; /* atomic: how many of them have been woken */
} futexes[FUTEX_WORDS];
static uint32_t futex_lock; /* the kernel's, of the hash bucket */

static void futex_enter(void)
{
	uint32_t free = 0;

	while (!cas_acquire(&futex_lock, &free, 1)) {
		conc_relax(1);
		free = 0;
	}
}

static void futex_leave(void)
{
	store_release(&futex_lock, 0);
}

static struct futex *futex_of(const void *word)
{
	for (int i = 0; i < FUTEX_WORDS; i++) {
		if (!futexes[i].word) futexes[i].word = word;
		if (futexes[i].word == word) return &futexes[i];
	}
	assert(!"FUTEX_WORDS is too small");
	return NULL;
}

int conc_os_futex_wait(uint32_t *word, uint32_t expected, uint64_t deadline)
{
	struct futex *futex;
	uint32_t place;

	assert(deadline == UINT64_MAX);
	futex_enter();
	if ((uint32_t)load_relaxed((FUTEX_WORD *)(void *)word) != expected) {
		futex_leave();
		return -11;
	}
	futex = futex_of(word);
	place = futex->slept++;
	futex_leave();
	while (load_acquire(&futex->woken) <= place) conc_relax(1);
	MODEL_WAITED();
	return 0;
}

void conc_os_futex_wake(uint32_t *word, int count)
{
	struct futex *futex;
	uint32_t woken;

	futex_enter();
	futex = futex_of(word);
	woken = futex->woken;
	for (; count > 0 && woken < futex->slept; count--) woken++;
	if (woken != futex->woken) store_release(&futex->woken, woken);
	futex_leave();
}

#endif
