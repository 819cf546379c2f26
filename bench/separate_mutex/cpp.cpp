// SPDX-License-Identifier: MIT
// libraries: -ltbb
#include <cstdlib>
#include <tbb/spin_mutex.h>
#include <thread>
#include <vector>
#include "../clock.h"
#include "../processors.h"

static long run(long n, long times)
{
	tbb::spin_mutex lock;
	std::vector<std::thread> workers;
	long value = 0;
	for (long i = 0; i < n; i++)
		workers.emplace_back([&] {
			for (long k = 0; k < times; k++) {
				tbb::spin_mutex::scoped_lock hold(lock);
				value++;
			}
		});
	for (auto &w : workers) w.join();
	return value;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	use_processors(atoi(argv[1]));
	long n = atol(argv[2]), times = atol(argv[3]);
	run(n, times / 10);
	double start = clock_ns();
	long value = run(n, times);
	report((clock_ns() - start) / double(n * times), value);
}
