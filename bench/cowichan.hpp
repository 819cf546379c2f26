// SPDX-License-Identifier: MIT
// What the peers in C++ share: the arguments, and shared memory for everything. for_rows(n, f) calls f(i) for each
// row, for_parts(f) calls f(part) for each of so many parts, in parallel: each runtime its own way.
#ifndef BENCH_COWICHAN_HPP
#define BENCH_COWICHAN_HPP
#include "cowichan.h"

static long parts, n, times, chosen;

static inline bool cowichan_arguments(int argc, char **argv)
{
	if (argc < 4) return false;
	parts = atol(argv[1]);
	n = atol(argv[2]);
	times = atol(argv[3]);
	chosen = argc > 4 && atol(argv[4]) ? atol(argv[4]) : n;
	return parts > 0 && parts <= MAX_PARTS;
}

template <typename T> static T *array(long count)
{
	T *a = static_cast<T *>(calloc(static_cast<size_t>(count), sizeof(T)));
	if (!a) abort();
	return a;
}

#ifdef _OPENMP
#include <omp.h>

static inline void use_processors() { omp_set_num_threads(static_cast<int>(parts)); }

template <typename F> static inline void for_rows(long rows, F f)
{
#pragma omp parallel for schedule(static)
	for (long i = 0; i < rows; i++) f(i);
}

template <typename F> static inline void for_parts(F f)
{
#pragma omp parallel for schedule(static, 1)
	for (long i = 0; i < parts; i++) f(i);
}
#else
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

static inline void use_processors()
{
	static oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism,
	                                         static_cast<size_t>(parts));
}

template <typename F> static inline void for_rows(long rows, F f)
{
	oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<long>(0, rows), [&](const oneapi::tbb::blocked_range<long> &r) {
		for (long i = r.begin(); i != r.end(); i++) f(i);
	});
}

template <typename F> static inline void for_parts(F f)
{
	oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<long>(0, parts, 1), [&](const oneapi::tbb::blocked_range<long> &r) {
		for (long i = r.begin(); i != r.end(); i++) f(i);
	}, oneapi::tbb::simple_partitioner());
}
#endif

#endif
