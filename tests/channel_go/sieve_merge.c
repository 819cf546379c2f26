// SPDX-License-Identifier: MIT
// schedules: leaks:off
// A sieve with a feedback loop: multiples of the primes found so far are merged into the composites, which
// tell the next primes. A thread between keeps any number of primes, so that the loop cannot block itself.
#include <conc.h>
#include <stdio.h>

enum { PRIMES = 25, MOST = 64 };

static channel(int) out = {10}, primes = {10}, kept = {10}, composites = {50}, candidates = {50}, multiples[MOST];

static void every(channel(int) *to, int first, int step)
{
	for (int i = first; to << i; i += step) { }
}

static void keep(channel(int) *from, channel(int) *to)
{
	int ring[MOST], first = 0, have = 0, v;
	for (;;) {
		when (have < MOST) waituntil (v << from) ring[(first + have++) % MOST] = v;
		or when (have) waituntil (to << ring[first]) { first = (first + 1) % MOST; have--; }
	}
}

static int least(const int *heads, int n)
{
	int at = -1;
	for (int i = 0; i < n; i++)
		if (at < 0 || heads[i] < heads[at]) at = i;
	return at;
}

// Sends what is below limit, and takes away what is equal to it.
static void merge_up_to(int *heads, int n, int limit)
{
	for (int i; (i = least(heads, n)) >= 0 && heads[i] <= limit;) {
		int head = heads[i];
		if (head < limit) composites << head;
		for (int k = 0; k < n; k++)
			if (heads[k] == head) heads[k] << multiples[k];
	}
}

static void merge(void)
{
	int heads[MOST];
	for (int n = 0; n < MOST; n++) {
		int prime, head;
		prime << primes;
		spawn every(&multiples[n], prime * prime, 2 * prime);
		head << multiples[n];
		merge_up_to(heads, n, head);
		composites << head;
		heads[n] << multiples[n];
	}
}

static void sift(void)
{
	int candidate, composite;
	candidate << candidates;
	for (;;) {
		composite << composites;
		while (candidate < composite) {
			kept << candidate;
			out << candidate;
			candidate << candidates;
		}
		if (candidate == composite) candidate << candidates;
	}
}

int main(void)
{
	spawn every(&candidates, 5, 2);
	spawn keep(&kept, &primes);
	spawn merge();
	spawn sift();
	primes << 3;
	printf("2 3");
	for (int i = 2, prime; i < PRIMES; i++) {
		prime << out;
		printf(" %d", prime);
	}
	puts("");
}
