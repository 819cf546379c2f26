// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno -ffp-contract=off -lm
// Stages and packages are separate objects. The first argument says whether the packages are passive or active, and
// how the stages reach the samples: as members (a read is a query, a write a synchronised write), or by calls (a
// write is an asynchronous call). "access": nanoseconds of one read or write of a sample over the sequential program.
#include <conc.h>
#include "signal.h"

typedef struct package {
	long number;
	int processed;
	struct sample *samples;
} package;

typedef struct stage {
	int position;
	bool calls;
} stage;

// ---- What runs on a package ----

static void make(package *p)
{
	p->samples = room(samples, sizeof *p->samples);
	make_signal(p->samples, p->number);
}

static inline struct sample item(const package *p, long i) { return p->samples[i]; }
static inline void put(package *p, long i, double re, double im) { p->samples[i] = (struct sample){re, im}; }
static inline int processed(const package *p) { return p->processed; }
static inline void set_processed(package *p, int stages) { p->processed = stages % STAGES; }

// ---- What runs on a stage ----

static void process_by_members(stage *self, separate package *p)
{
	separate (p) require (processed(p) == self->position) {
		const long n = samples;
		const struct sample *const table = turns;
		const double sign = self->position == BACK ? -1 : 1;
		if (self->position == FILTER) {
			for (long i = n / 4; i < n / 4 * 3; i++) p->samples[i] = (struct sample){0, 0};
			set_processed(p, self->position + 1);
			return;
		}
		for (long i = 0; i < n; i++) {
			const long r = reversed[i];
			if (i >= r) continue;
			const struct sample swap = p->samples[i];
			p->samples[i] = p->samples[r];
			p->samples[r] = swap;
		}
		for (long half = 1, step = n / 2; half < n; half *= 2, step /= 2)
			for (long start = 0; start < n; start += 2 * half)
				for (long k = 0; k < half; k++) {
					const struct sample turn = table[k * step];
					const struct sample a = p->samples[start + k], b = p->samples[start + k + half];
					const double re = turn.re * b.re - sign * turn.im * b.im;
					const double im = turn.re * b.im + sign * turn.im * b.re;
					p->samples[start + k] = (struct sample){a.re + re, a.im + im};
					p->samples[start + k + half] = (struct sample){a.re - re, a.im - im};
				}
		for (long i = 0; self->position == BACK && i < n; i++) {
			p->samples[i].re /= (double)n;
			p->samples[i].im /= (double)n;
		}
		set_processed(p, self->position + 1);
	}
}

static void process_by_calls(stage *self, separate package *p)
{
	separate (p) require (processed(p) == self->position) {
		const long n = samples;
		const struct sample *const table = turns;
		const double sign = self->position == BACK ? -1 : 1;
		if (self->position == FILTER) {
			for (long i = n / 4; i < n / 4 * 3; i++) put(p, i, 0, 0);
			set_processed(p, self->position + 1);
			return;
		}
		for (long i = 0; i < n; i++) {
			const long r = reversed[i];
			if (i >= r) continue;
			const struct sample a = item(p, i), b = item(p, r);
			put(p, i, b.re, b.im);
			put(p, r, a.re, a.im);
		}
		for (long half = 1, step = n / 2; half < n; half *= 2, step /= 2)
			for (long start = 0; start < n; start += 2 * half)
				for (long k = 0; k < half; k++) {
					const struct sample turn = table[k * step];
					const struct sample a = item(p, start + k), b = item(p, start + k + half);
					const double re = turn.re * b.re - sign * turn.im * b.im;
					const double im = turn.re * b.im + sign * turn.im * b.re;
					put(p, start + k, a.re + re, a.im + im);
					put(p, start + k + half, a.re - re, a.im - im);
				}
		for (long i = 0; self->position == BACK && i < n; i++) {
			const struct sample a = item(p, i);
			put(p, i, a.re / (double)n, a.im / (double)n);
		}
		set_processed(p, self->position + 1);
	}
}

static void process(stage *self, separate package *p)
{
	if (self->calls) process_by_calls(self, p);
	else process_by_members(self, p);
}

// ---- The main thread ----

static double run(separate stage **stages, separate package **packages)
{
	const double start = clock_ns();
	for (long i = 0; i < signals; i++)
		for (int s = 0; s < STAGES; s++)
			separate (next = stages[i % pipelines * STAGES + s]) { process(next, packages[i]); }
	int done = 0;
	for (long i = 0; i < pipelines * STAGES; i++)
		separate (s = stages[i]) { done += s->position; }
	if (done != pipelines * (FILTER + BACK)) abort();
	return clock_ns() - start;
}

static long long digest_of(separate package *p)
{
	double sum = 0;
	separate (p) {
		for (long i = 0; i < samples; i++) sum += item(p, i).re * (double)(i % 13 + 1);
	}
	return (long long)(sum * 16);
}

int main(int argc, char **argv)
{
	if (!signal_arguments(argc, argv)) return 2;
	const bool active = !strncmp(argv[1], "active", 6), calls = strstr(argv[1], "calls");
	separate stage *stages[pipelines * STAGES];
	separate package **packages = room(signals, sizeof *packages);
	long long check = 0;
	conc_processors(2);
	for (long i = 0; i < pipelines * STAGES; i++)
		stages[i] = new separate stage { .position = (int)(i % STAGES), .calls = calls };
	for (long i = 0; i < signals; i++) {
		packages[i] = new separate package { .number = i };
		separate (p = packages[i]) { make(p); }
		if (!active) conc_set_passive(packages[i]);
	}
	run(stages, packages);
	const double took = run(stages, packages);
	for (long i = 0; i < signals; i++) check += digest_of(packages[i]);
	report(took / 1e6, check);
	struct sample **all = make_signals();
	sequential(all);
	printf("access %.4f\n", (took - sequential(all)) / ((double)accesses() * (double)signals));
}
