// SPDX-License-Identifier: MIT
// Arguments: cancel, again or wait; processors; timers, or 0; rounds. check: timers that are neither cancelled nor fired.
//
// cancel: all timers are armed, then cancelled in a random order. again: all are armed; then one after the other, in a random
// order, is cancelled and armed again, as a server does with the limit of a connection from which something came. The clock is
// read once for a hundred timers. A program has no timers of its own: its threads wait with limits, and each has one timer. So
// these two call what such a wait calls.
// wait: a thread sends items to another one, which waits for each for an hour at most.
// options: -Ilibconc/src
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"
#include "kernel/timer.h"
#include "timers.h"

static _Atomic long fired;

static struct conc_thread *fire(struct conc_timer *timer)
{
	(void)timer;
	fired++;
	return NULL;
}

struct work {
	struct conc_timer *timers;
	uint32_t *order, *limits; // ms
	uint32_t n, rounds;
	long left;
	double took, later;
};

static void arm(struct work *w, uint32_t i, uint64_t now)
{
	w->timers[i].fire = fire;
	conc_timer_add(&w->timers[i], now + w->limits[i] * (uint64_t)1ms);
	w->left++;
}

static void cancel(struct work *w, uint32_t i)
{
	w->left -= conc_timer_remove(&w->timers[i]);
}

static void cancel_all(struct work *w)
{
	uint64_t now = 0;
	double start = clock_ns(), end;
	for (uint32_t i = 0; i < w->n; i++) {
		if (i % 100 == 0) now = conc_now();
		arm(w, i, now);
	}
	for (uint32_t i = 0; i < w->n; i++) cancel(w, w->order[i]);
	end = clock_ns();
	conc_timer_pending(); // takes out what was cancelled: new timers for the next round
	w->took += end - start;
	w->later += clock_ns() - end;
}

static void again(struct work *w)
{
	uint64_t now = 0;
	double start = clock_ns();
	for (uint32_t i = 0; i < w->n; i++) {
		if (i % 100 == 0) now = conc_now();
		cancel(w, w->order[i]);
		arm(w, w->order[i], now);
	}
	w->took += clock_ns() - start;
}

static void work(struct work *w, bool anew)
{
	w->took = w->later = 0;
	if (anew) for (uint32_t i = 0; i < w->n; i++) arm(w, i, conc_now());
	for (uint32_t i = 0; i < w->rounds; i++) anew ? again(w) : cancel_all(w);
	if (anew) for (uint32_t i = 0; i < w->n; i++) cancel(w, i);
}

static void timers(bool anew, uint32_t processors, uint32_t n, uint32_t rounds)
{
	struct work all[2] = {};
	for (uint32_t i = 0; i < processors; i++) {
		uint64_t seed = 88172645463325252 + i;
		all[i].n = n / processors;
		all[i].timers = calloc(all[i].n, sizeof *all[i].timers);
		all[i].order = random_order(all[i].n, &seed);
		all[i].limits = random_limits(all[i].n, &seed);
	}
	for (uint32_t measured = 0; measured <= rounds; measured += rounds)
		scope {
			for (uint32_t i = 0; i < processors; i++) {
				all[i].rounds = measured ? rounds : 1;
				spawn work(&all[i], anew);
			}
		}
	double took = all[0].took > all[1].took ? all[0].took : all[1].took;
	report(took / ((double)n * rounds), all[0].left + all[1].left - fired);
	if (!anew) printf("later %.4f\n", (all[0].later + all[1].later) / ((double)n * rounds));
}

static void produce(channel(long) *out, long items)
{
	for (long i = 0; i < items; i++) out << i;
}

static long through(long items)
{
	channel(long) c = {};
	task(void) producer = spawn produce(&c, items);
	long item, received = 0, sum = 0;
	for (; received < items; received++) {
		waituntil (item << c) sum += item;
		or waituntil (timeout(1h)) break;
	}
	join(producer);
	return items - received + 2 * sum - items * (items - 1);
}

int main(int argc, char **argv)
{
	if (argc != 5) return 2;
	uint32_t processors = (uint32_t)atoi(argv[2]), rounds = (uint32_t)atoi(argv[4]);
	conc_processors(processors);
	if (argv[1][0] != 'w') {
		timers(argv[1][0] == 'a', processors, (uint32_t)atoi(argv[3]), rounds);
		return 0;
	}
	through(rounds / 10);
	double start = clock_ns();
	long off = through(rounds);
	report((clock_ns() - start) / rounds, off);
}
