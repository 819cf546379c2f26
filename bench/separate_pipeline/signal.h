// SPDX-License-Identifier: MIT
// A low-pass filter in three stages: a Fourier transformation (radix 2, decimation in time), frequencies from a
// quarter on set to zero, and the transformation back. What all contestants share; the stages are written out in
// each, as each has to reach the samples in its own way.
// Arguments: how, samples of a signal, pipelines, signals. Value: milliseconds for all signals, the second time.
#ifndef BENCH_SIGNAL_H
#define BENCH_SIGNAL_H
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../clock.h"

enum { STAGES = 3, FILTER = 1, BACK = 2 };

struct sample { double re, im; };

static long samples, pipelines, signals, bits;
static struct sample *turns; // exp(-2 pi i k / samples), k < samples / 2
static int *reversed;        // the bits of i the other way round

static inline void *room(long count, size_t size)
{
	void *memory = calloc((size_t)count, size);
	if (!memory) abort();
	return memory;
}

static inline bool signal_arguments(int argc, char **argv)
{
	if (argc != 5) return false;
	samples = atol(argv[2]);
	pipelines = atol(argv[3]);
	signals = atol(argv[4]);
	if (samples < 4 || pipelines < 1 || signals < 1) return false;
	for (bits = 0; 1l << bits < samples; bits++) {}
	turns = room(samples / 2, sizeof *turns);
	for (long k = 0; k < samples / 2; k++) {
		const double angle = -2 * acos(-1) * (double)k / (double)samples;
		turns[k] = (struct sample){cos(angle), sin(angle)};
	}
	reversed = room(samples, sizeof *reversed);
	for (long i = 1; i < samples; i++) reversed[i] = reversed[i / 2] / 2 + (int)((i & 1) << (bits - 1));
	return samples == 1l << bits;
}

static inline void make_signal(struct sample *s, long number)
{
	uint32_t x = (uint32_t)number;
	for (long i = 0; i < samples; i++) {
		x = 1664525 * x + 1013904223;
		s[i] = (struct sample){(double)(x >> 16) / 65536, 0};
	}
}

// How often the three stages read or write a sample.
static inline long accesses(void)
{
	long swaps = 0;
	for (long i = 0; i < samples; i++) swaps += i < reversed[i];
	return 2 * (4 * swaps + 4 * (samples / 2) * bits) + samples / 2 + 2 * samples;
}

// A stage's work on samples that are simply there.
static inline void work(struct sample *s, int stage)
{
	const long n = samples;
	if (stage == FILTER) {
		for (long i = n / 4; i < n / 4 * 3; i++) s[i] = (struct sample){0, 0};
		return;
	}
	const double sign = stage == BACK ? -1 : 1;
	const struct sample *const table = turns;
	for (long i = 0; i < n; i++) {
		const long r = reversed[i];
		if (i >= r) continue;
		const struct sample swap = s[i];
		s[i] = s[r];
		s[r] = swap;
	}
	for (long half = 1, step = n / 2; half < n; half *= 2, step /= 2)
		for (long start = 0; start < n; start += 2 * half)
			for (long k = 0; k < half; k++) {
				const struct sample turn = table[k * step];
				const struct sample a = s[start + k], b = s[start + k + half];
				const double re = turn.re * b.re - sign * turn.im * b.im;
				const double im = turn.re * b.im + sign * turn.im * b.re;
				s[start + k] = (struct sample){a.re + re, a.im + im};
				s[start + k + half] = (struct sample){a.re - re, a.im - im};
			}
	if (stage != BACK) return;
	for (long i = 0; i < n; i++) {
		s[i].re /= (double)n;
		s[i].im /= (double)n;
	}
}

static inline double sequential(struct sample *const *all)
{
	const double start = clock_ns();
	for (long i = 0; i < signals; i++)
		for (int stage = 0; stage < STAGES; stage++) work(all[i], stage);
	return clock_ns() - start;
}

static inline struct sample **make_signals(void)
{
	struct sample **all = room(signals, sizeof *all);
	for (long i = 0; i < signals; i++) {
		all[i] = room(samples, sizeof *all[i]);
		make_signal(all[i], i);
	}
	return all;
}

static inline long long digest(const struct sample *s)
{
	double sum = 0;
	for (long i = 0; i < samples; i++) sum += s[i].re * (double)(i % 13 + 1);
	return (long long)(sum * 16);
}

static inline long long digest_all(struct sample *const *all)
{
	long long sum = 0;
	for (long i = 0; i < signals; i++) sum += digest(all[i]);
	return sum;
}

#endif
