// SPDX-License-Identifier: MIT
// By hand: each of some threads, this one among them, makes an even share of the calls.
#ifndef BENCH_THREADS_H
#define BENCH_THREADS_H
#include <pthread.h>
#include "calls.h"

struct share {
	struct state own; // may be used
	long first, end;  // of the calls
	pthread_t thread;
} __attribute__((aligned(128)));

static struct share *shares;

static inline void make_shares(unsigned n)
{
	shares = aligned_alloc(128, n * sizeof *shares);
	if (!shares) abort();
	memset(shares, 0, n * sizeof *shares);
}

static inline void in_threads(unsigned n, void *(*make)(void *share))
{
	for (unsigned i = 0; i < n; i++) {
		shares[i].first = calls * i / n;
		shares[i].end = calls * (i + 1) / n;
		if (i && pthread_create(&shares[i].thread, NULL, make, &shares[i])) abort();
	}
	make(&shares[0]);
	for (unsigned i = 1; i < n; i++) pthread_join(shares[i].thread, NULL);
}

static inline void *make_own(void *argument)
{
	struct share *s = argument;

	for (long i = s->first; i < s->end; i++) call(&s->own, (unsigned long)i);
	return NULL;
}

// On states of the threads' own.
static inline double run_apart(unsigned n, struct state *all)
{
	const double start = clock_ns();

	for (unsigned i = 0; i < n; i++) share_out(all, &shares[i].own, (int)n);
	in_threads(n, make_own);
	for (unsigned i = 0; i < n; i++) take_back(all, &shares[i].own);
	return clock_ns() - start;
}

#endif
