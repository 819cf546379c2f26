// SPDX-License-Identifier: MIT
// Savina's ForkJoinThroughput: K actors are sent N messages each, in turns; an actor ends itself after its last one.
// The second half does the same on two executors at once, each of which steals in a different way.
//     fork_join_throughput [N [K]]
#include <conc.h>
#include <math.h>
#include <stdio.h>
#include "size.h"

actor worker { long left; double work; };
message job { double angle; };

receive (worker *self, job *m)
{
	self->work += sin(m->angle) * sin(m->angle) + cos(m->angle) * cos(m->angle);
	if (--self->left == 0) return Finished;
}

static void deal(worker *w, long workers, long n)
{
	for (long i = 0; i < n; i++)
		for (long k = 0; k < workers; k++) w[k] | (job){ (double)i };
}

static void check(const worker *w, long workers, long n)
{
	for (long k = 0; k < workers; k++) conc_test_assert(w[k].left == 0 && fabs(w[k].work - (double)n) < 1e-6 * (double)n);
}

static void in_the_system(long workers, long n)
{
	worker w[workers];
	for (long k = 0; k < workers; k++) w[k].left = n;
	conc_actors_start(NULL);
	deal(w, workers, n);
	conc_actors_wait();
	conc_actors_stop();
	check(w, workers, n);
}

static void in_two_executors(long workers, long n)
{
	conc_executor *of[2] = {
		conc_executor_new(&(struct conc_actors_config){ .workers = 2, .stealing = CONC_STEAL_RANDOM }),
		conc_executor_new(&(struct conc_actors_config){ .workers = 2, .queues = 7, .batch = 3 }),
	};
	worker *w = new worker[workers] {};
	for (long k = 0; k < workers; k++) {
		w[k].left = n;
		conc_executor_place(of[k % 2], &w[k]);
	}
	deal(w, workers, n);
	conc_executor_wait(of[0]);
	conc_executor_stop(of[0]);
	conc_executor_stop(of[1]);
	check(w, workers, n);
	delete w;
}

int main(int argc, char **argv)
{
	long n = size_of_run(argc, argv, 1, 500, 5), workers = size_of_run(argc, argv, 2, 60, 6);
	in_the_system(workers, n);
	in_two_executors(workers, n);
	puts("ok");
}
