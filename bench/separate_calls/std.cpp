// SPDX-License-Identifier: MIT
// A thread that has the counter, and a queue to it under a mutex: it takes all that is there at once. The mutex
// alone for a reservation.
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sched.h>
#include <thread>
#include <unistd.h>
#include <vector>
#include "../clock.h"

static std::mutex lock;
static std::condition_variable filled, answered;
static std::vector<long> queue;
static long value, done;
static bool ended, asked;

static void serve()
{
	std::vector<long> batch;
	for (;;) {
		{
			std::unique_lock<std::mutex> hold(lock);
			done += static_cast<long>(batch.size());
			batch.clear();
			if (asked && queue.empty()) answered.notify_one();
			filled.wait(hold, [] { return ended || !queue.empty(); });
			if (ended && queue.empty()) return;
			batch.swap(queue);
		}
		for (long by : batch) value += by;
	}
}

static void add(long by)
{
	std::lock_guard<std::mutex> hold(lock);
	queue.push_back(by);
	if (queue.size() == 1) filled.notify_one();
}

static long get(long after)
{
	std::unique_lock<std::mutex> hold(lock);
	asked = true;
	answered.wait(hold, [=] { return done == after; });
	asked = false;
	return value;
}

static long call(long times, bool each)
{
	value = done = 0;
	ended = asked = false;
	std::thread server(serve);
	long total = 0;
	for (long i = 0; i < times; i++) {
		add(1);
		if (each) total = get(i + 1);
	}
	if (!each) total = get(times);
	{
		std::lock_guard<std::mutex> hold(lock);
		ended = true;
		filled.notify_one();
	}
	server.join();
	return total;
}

static long reserve(long times)
{
	static bool other;
	if (!other) std::thread([] { pause(); }).detach(); // or glibc takes locks without atomic instructions
	other = true;
	value = 0;
	for (long i = 0; i < times; i++) {
		std::lock_guard<std::mutex> hold(lock);
		value++;
	}
	return value;
}

static long run(const char *what, long times)
{
	return !strcmp(what, "call") ? call(times, false) : !strcmp(what, "round") ? call(times, true) : reserve(times);
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	if (!strcmp(argv[1], "query")) return 77;
	const long times = atol(argv[3]) / (!strcmp(argv[1], "round") ? 100 : 1);
	if (atoi(argv[2]) == 1) {
		cpu_set_t one;
		CPU_ZERO(&one);
		CPU_SET(sched_getcpu(), &one);
		sched_setaffinity(0, sizeof one, &one);
	}
	run(argv[1], times / 10);
	const double start = clock_ns();
	const long total = run(argv[1], times);
	report((clock_ns() - start) / static_cast<double>(times), total - times);
}
