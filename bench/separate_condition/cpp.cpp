// SPDX-License-Identifier: MIT
// options: -std=c++20
#include <cstdlib>
#include <semaphore>
#include <thread>
#include <vector>
#include "../clock.h"
#include "../processors.h"

// Only who has its parity's semaphore touches the variable.
static long run(long n, long times)
{
	std::binary_semaphore turn[2] = { std::binary_semaphore(1), std::binary_semaphore(0) };
	std::vector<std::thread> workers;
	long value = 0;
	for (long i = 0; i < 2 * n; i++)
		workers.emplace_back([&, parity = i % 2] {
			for (long k = 0; k < times; k++) {
				turn[parity].acquire();
				value++;
				turn[1 - parity].release();
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
	report((clock_ns() - start) / double(2 * n * times), value);
}
