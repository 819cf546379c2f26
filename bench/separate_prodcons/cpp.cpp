// SPDX-License-Identifier: MIT
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>
#include "../clock.h"
#include "../processors.h"

class fifo {
	std::mutex lock;
	std::condition_variable some;
	std::deque<long> items;
	long waiting = 0; // a notification of nobody costs a call of the library, too

public:
	void put(long item)
	{
		bool wanted;
		{
			std::lock_guard hold(lock);
			items.push_back(item);
			wanted = waiting > 0;
		}
		if (wanted) some.notify_one();
	}

	long take()
	{
		std::unique_lock hold(lock);
		waiting++;
		some.wait(hold, [&] { return !items.empty(); });
		waiting--;
		long item = items.front();
		items.pop_front();
		return item;
	}
};

static long run(long n, long items)
{
	fifo queue;
	std::vector<long> sums(n);
	std::vector<std::thread> all;
	for (long p = 0; p < n; p++)
		all.emplace_back([&, p] {
			for (long i = 0; i < items; i++) queue.put(p * items + i);
		});
	for (long c = 0; c < n; c++)
		all.emplace_back([&, c] {
			long sum = 0;
			for (long i = 0; i < items; i++) sum += queue.take();
			sums[c] = sum;
		});
	for (auto &t : all) t.join();
	return std::accumulate(sums.begin(), sums.end(), 0l);
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	use_processors(atoi(argv[1]));
	long n = atol(argv[2]), items = atol(argv[3]);
	run(n, items / 10);
	double start = clock_ns();
	long sum = run(n, items);
	report((clock_ns() - start) / double(n * items), sum);
}
