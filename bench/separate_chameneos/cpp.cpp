// SPDX-License-Identifier: MIT
#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>
#include "../clock.h"
#include "../processors.h"

struct creature {
	long number, colour, met = 0, same = 0;
	std::atomic<bool> called{false};

	explicit creature(long number) : number(number), colour(number % 3) {}

	void wait()
	{
		for (int i = 0; !called.load(std::memory_order_acquire); i++)
			if (i > 1000) std::this_thread::yield();
		called.store(false, std::memory_order_relaxed);
	}
};

static long complement(long a, long b) { return a == b ? a : 3 - a - b; }

static void meet(creature &a, creature &b)
{
	a.colour = b.colour = complement(a.colour, b.colour);
	a.met++, b.met++;
	if (a.number == b.number) a.same++, b.same++;
	b.called.store(true, std::memory_order_release);
}

// One word: sixteen times the meetings that are left, and who waits, from 1, or 0.
struct place {
	std::atomic<long> state;
	std::vector<std::unique_ptr<creature>> all;

	void live(creature &c)
	{
		long now = state.load();
		while (now) {
			long waits = now % 16, then = waits ? now - waits - 16 : now + c.number + 1;
			if (!state.compare_exchange_weak(now, then)) continue;
			if (waits) meet(c, *all[waits - 1]);
			else c.wait();
			now = state.load();
		}
	}
};

static long game(long n, long meetings)
{
	place p{16 * meetings, {}};
	std::vector<std::thread> threads;
	long sum = 0;
	for (long i = 0; i < n; i++) p.all.push_back(std::make_unique<creature>(i));
	for (auto &c : p.all) threads.emplace_back([&] { p.live(*c); });
	for (auto &t : threads) t.join();
	for (auto &c : p.all) sum += c->met + c->same * 1000000000;
	return sum;
}

static long run(long meetings) { return game(3, meetings) + game(10, meetings); }

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	use_processors(atoi(argv[1]));
	long meetings = atol(argv[2]);
	run(meetings / 10);
	double start = clock_ns();
	long sum = run(meetings);
	report((clock_ns() - start) / double(2 * meetings), sum);
}
