// SPDX-License-Identifier: MIT
// By hand: each of as many threads as processors, this one among them, enqueues an even share of a burst.
#ifndef BENCH_THREADS_H
#define BENCH_THREADS_H
#include <pthread.h>
#include "bursts.h"

struct share {
	struct tree own; // may be used
	struct item *first, *end;
	pthread_t thread;
} __attribute__((aligned(128)));

static struct share *shares;

static inline void make_shares(void)
{
	shares = aligned_alloc(128, processors * sizeof *shares);
	if (!shares) abort();
	memset(shares, 0, processors * sizeof *shares);
}

static inline void in_threads(struct item *first, void *(*make)(void *share))
{
	const long groups = burst_items / group_items;

	for (unsigned i = 0; i < processors; i++) {
		shares[i].first = first + groups * i / processors * group_items;
		shares[i].end = first + groups * (i + 1) / processors * group_items;
		if (i && pthread_create(&shares[i].thread, NULL, make, &shares[i])) abort();
	}
	make(&shares[0]);
	for (unsigned i = 1; i < processors; i++) pthread_join(shares[i].thread, NULL);
}

#endif
