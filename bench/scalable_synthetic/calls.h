// SPDX-License-Identifier: MIT
// The calls of fig. 2, for all contestants alike. Arguments: processors, kind, steps of a call, calls, rounds. Kinds:
// - "arithmetic": multiplications, each of which waits for the last; nothing but a sum is in memory
// - "short", "long": a step swaps two random cells of an array of 1.6 or 100 MB. Whoever works has cells of its own:
//   the array is in parts, and a part is in one state at a time.
// A round is all calls one after another in one thread, and then as the contestant does it.
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../clock.h"
#include "../work.h"

enum { PARTS = 64, PAIRS = 8192, MAX_ROUNDS = 64 };

// What a call works on.
struct state {
	unsigned long sum;
	long calls;
	int parts; // how many, and which
	unsigned char part[PARTS];
};

// On lines of its own.
struct lone_state {
	struct state state;
} __attribute__((aligned(128)));

static unsigned processors;
static long steps, calls, rounds;
static uint32_t part_cells; // of a part; 0: no array
static int *cells;
static uint64_t pairs[PAIRS][2];

static inline int *random_cell(const struct state *s, uint64_t random)
{
	const uint64_t part = s->part[(random >> 32) * (uint64_t)s->parts >> 32];
	return cells + part * part_cells + ((random & 0xffffffff) * part_cells >> 32);
}

static inline void swap_cells(struct state *s, unsigned long i)
{
	uint64_t more = i * 0x9e3779b97f4a7c15u; // so that the pairs of another call are others
	for (long k = 0; k < steps; k++, more += 0x632be59bd9b4e019u) {
		const uint64_t *pair = pairs[(i + (unsigned long)k) % PAIRS];
		int *a = random_cell(s, pair[0] + more), *b = random_cell(s, pair[1] + more), was = *a;
		*a = *b;
		*b = was;
	}
}

// Number i of all.
static inline void call(struct state *s, unsigned long i)
{
	s->calls++;
	if (part_cells) swap_cells(s, i);
	else s->sum += work(i, steps);
}

// One of the sharers' shares of all parts.
static inline void share_out(struct state *from, struct state *to, int sharers)
{
	for (int n = PARTS / sharers; n > 0 && from->parts > 1; n--) to->part[to->parts++] = from->part[--from->parts];
}

// from is left empty.
static inline void take_back(struct state *into, struct state *from)
{
	into->sum += from->sum;
	into->calls += from->calls;
	memcpy(into->part + into->parts, from->part, (size_t)from->parts);
	into->parts += from->parts;
	from->sum = 0;
	from->calls = from->parts = 0;
}

static inline void all_parts(struct state *s)
{
	memset(s, 0, sizeof *s);
	for (s->parts = 0; s->parts < PARTS; s->parts++) s->part[s->parts] = (unsigned char)s->parts;
}

static inline bool calls_arguments(int argc, char **argv)
{
	uint64_t random = 1;

	if (argc != 6) return false;
	processors = (unsigned)atoi(argv[1]);
	part_cells = !strcmp(argv[2], "short") ? 1600000 / 4 / PARTS : !strcmp(argv[2], "long") ? 100000000 / 4 / PARTS : 0;
	steps = atol(argv[3]);
	calls = atol(argv[4]);
	rounds = atol(argv[5]);
	if (rounds < 1 || rounds > MAX_ROUNDS) return false;
	if (!part_cells) return true;
	for (int i = 0; i < PAIRS * 2; i++) pairs[i / 2][i % 2] = random = work(random, 3);
	cells = (int *)malloc((size_t)part_cells * PARTS * sizeof *cells);
	if (!cells) abort();
	for (size_t i = 0; i < (size_t)part_cells * PARTS; i++) cells[i] = (int)i;
	return true;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static inline double median(double *list)
{
	qsort(list, (size_t)rounds, sizeof *list, ascending);
	return list[rounds / 2];
}

// The same wherever each cell has got to.
static inline unsigned long digest_of_cells(void)
{
	unsigned long sum = 0;
	for (size_t i = 0; i < (size_t)part_cells * PARTS; i++) sum += work((unsigned long)cells[i], 1);
	return sum;
}

static inline double one_after_another(struct state *s)
{
	const double start = clock_ns();
	for (long i = 0; i < calls; i++) call(s, (unsigned long)i);
	return clock_ns() - start;
}

// run: all calls as the contestant makes them, on a state with all parts; nanoseconds until all are done and that
// state has what came of them. overhead: of a call, in processor time that is not the call's.
static inline void measure_calls(double (*run)(struct state *s))
{
	double took[MAX_ROUNDS], overhead[MAX_ROUNDS], plain[MAX_ROUNDS];
	const long all = calls;
	struct state s;

	all_parts(&s);
	calls = (all + 9) / 10;
	run(&s);
	one_after_another(&s);
	calls = all;
	for (long r = 0; r < rounds; r++) {
		plain[r] = one_after_another(&s) / (double)calls;
		took[r] = run(&s) / (double)calls;
		overhead[r] = took[r] * processors - plain[r];
	}
	if (s.parts != PARTS) abort();
	report(median(took), (long long)((s.sum + digest_of_cells()) % 1000000007) * 10000000 + s.calls);
	printf("overhead %.2f\nplain %.2f\n", median(overhead), median(plain));
}

#endif
