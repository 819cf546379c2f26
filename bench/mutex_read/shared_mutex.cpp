// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>
#include "../clock.h"
#include "../processors.h"
#include "table.h"

struct table {
	std::shared_mutex lock;
	long word[WORDS];
};

__attribute__((noinline)) static int is_torn(table *t)
{
	std::shared_lock hold(t->lock);
	return table_is_torn(t->word);
}

__attribute__((noinline)) static void increment(table *t)
{
	std::unique_lock hold(t->lock);
	table_write(t->word);
}

static void work(table *t, long operations, long every, long *torn)
{
	for (long i = 1; i <= operations; i++) {
		if (every && i % every == 0) increment(t);
		else *torn += is_torn(t);
	}
}

static long long through(long threads, long operations, long every)
{
	static table t;
	std::vector<std::thread> workers;
	std::vector<long> torn(threads * 8);	// a cache line each
	long before = t.word[0], sum = 0;
	for (long i = 0; i < threads; i++) workers.emplace_back(work, &t, operations / threads, every, &torn[i * 8]);
	for (auto &w : workers) w.join();
	for (long n : torn) sum += n;
	return (t.word[0] - before) * 1000 + sum;
}

int main(int argc, char **argv)
{
	if (argc != 5) return 2;
	long threads = atol(argv[2]), operations = atol(argv[3]), every = atol(argv[4]);
	use_processors(atoi(argv[1]));
	through(threads, operations / 10, every);
	double start = clock_ns();
	long long check = through(threads, operations, every);
	report((clock_ns() - start) / (double)operations, check);
}
