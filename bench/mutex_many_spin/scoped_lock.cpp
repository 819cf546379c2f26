// SPDX-License-Identifier: MIT
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>
#include "../clock.h"
#include "../mutex_many/choose.h"
#include "spin.h"

struct spin_mutex : spin {
	void lock() { spin_acquire(this); }
	bool try_lock() { return spin_try(this); }
	void unlock() { spin_release(this); }
};

struct guarded { alignas(64) spin_mutex lock; long count; };

static guarded g[LOCKS];
static std::atomic<int> stop;

struct worker { unsigned seed; int k, n; long steps; };

#define L(i) g[c[i]].lock
#define COUNT(i) g[c[i]].count++

static void work(worker *self)
{
	static choice choices[2][CHOICES];
	choice *mine = choices[self->seed % 2];
	choose(mine, self->seed, self->n);
	long steps = 0;
	for (; !stop; steps++) {
		unsigned char *c = mine[steps % CHOICES];
		if (self->k == 2) {
			std::scoped_lock hold(L(0), L(1));
			COUNT(0), COUNT(1);
		} else if (self->k == 4) {
			std::scoped_lock hold(L(0), L(1), L(2), L(3));
			COUNT(0), COUNT(1), COUNT(2), COUNT(3);
		} else {
			std::scoped_lock hold(L(0), L(1), L(2), L(3), L(4), L(5), L(6), L(7));
			COUNT(0), COUNT(1), COUNT(2), COUNT(3), COUNT(4), COUNT(5), COUNT(6), COUNT(7);
		}
	}
	self->steps = steps;
}

static double run_for(int k, int n, int ms, double *fairness)
{
	stop = 0;
	for (int i = 0; i < n; i++) g[i].count = 0;
	worker w[2] = { { 1, k, n, 0 }, { 2, k, n, 0 } };
	double start = clock_ns();
	std::thread one(work, &w[0]), two(work, &w[1]);
	std::this_thread::sleep_for(std::chrono::milliseconds(ms));
	stop = 1;
	one.join();
	two.join();
	double took = clock_ns() - start;
	long a = w[0].steps, b = w[1].steps, counted = 0;
	for (int i = 0; i < n; i++) counted += g[i].count;
	if (counted != (a + b) * k) puts("lost"), exit(1);
	*fairness = a < b ? (double)a / (double)b : (double)b / (double)a;
	return took / (double)(a + b);
}

int main(int argc, char **argv)
{
	int k = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : LOCKS, ms = argc > 3 ? atoi(argv[3]) : 100;
	double fairness;
	run_for(k, n, ms / 10, &fairness);
	report(run_for(k, n, ms, &fairness), k);
	printf("fairness %.3f\n", fairness);
}
