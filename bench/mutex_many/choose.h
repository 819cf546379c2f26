// SPDX-License-Identifier: MIT
// Which locks each step takes: the first few of a random permutation of n. Made before the
// measurement, the same for every contestant.
#ifndef BENCH_CHOOSE_H
#define BENCH_CHOOSE_H
enum { LOCKS = 8, CHOICES = 4096 };

typedef unsigned char choice[LOCKS];

static inline void choose(choice *choices, unsigned seed, int n)
{
	unsigned long long state = seed * 2654435761u + 88172645463325252ull;
	for (int c = 0; c < CHOICES; c++) {
		for (int i = 0; i < n; i++) choices[c][i] = (unsigned char)i;
		for (int i = n - 1; i > 0; i--) {
			state ^= state << 13, state ^= state >> 7, state ^= state << 17;
			int j = (int)(state % (unsigned)(i + 1));
			unsigned char t = choices[c][i];
			choices[c][i] = choices[c][j], choices[c][j] = t;
		}
	}
}

#endif
