// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <mutex>
#include <thread>
#include <unistd.h>
#include "../clock.h"

static std::mutex lock;
static long long count;

__attribute__((noinline)) static void loop(long n)
{
	for (long i = 0; i < n; i++) {
		std::scoped_lock hold(lock);
		count++;
	}
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000000;
	std::thread([] { pause(); }).detach();	// or glibc takes locks without atomic instructions
	loop(n / 10);
	count = 0;
	double start = clock_ns();
	loop(n);
	report((clock_ns() - start) / (double)n, count);
}
