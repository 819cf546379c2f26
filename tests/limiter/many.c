// SPDX-License-Identifier: MIT
// Many threads, some of which give up: the rate is kept, and each thread that stays gets its turns.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 20, TURNS = 5 };

static conc_limiter l = { .every = 200us, .burst = 4 };
static _Atomic int turns;

static void *client(void *impatient)
{
	channel(int) never = {};
	for (int left = TURNS; left > 0;) {
		if (impatient) {
			fair waituntil (l) { left--; turns++; }
			or waituntil (left << never) { }
			or waituntil (timeout(300us)) { }
		} else if (conc_limiter_wait(&l) == 0) {
			left--;
			turns++;
		}
		if (conc_limiter_try(&l)) turns++;
	}
	return NULL;
}

int main(void)
{
	pthread_t other;
	uint64_t start = conc_now();
	if (pthread_create(&other, NULL, client, NULL)) return 1;
	scope {
		for (int i = 0; i < THREADS; i++) spawn client(i % 2 ? &l : NULL);
	}
	pthread_join(other, NULL);
	uint64_t most = (conc_now() - start) / l.every + l.burst;
	printf("all: %d, too many: %d\n", turns >= (THREADS + 1) * TURNS, (uint64_t)turns > most);
}
