// SPDX-License-Identifier: MIT
// The kernel's form: an eventfd for each channel, and epoll. Only with one thread.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>
#include "../clock.h"

static const long ROUNDS = 1000000;

static uint64_t next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

static long alone(int set, const std::vector<int> &c)
{
	uint64_t random = 1;
	long sum = 0;
	for (long i = 0; i < ROUNDS; i++) {
		uint64_t item = static_cast<uint64_t>(i) + 1;
		if (write(c[next(&random) % c.size()], &item, sizeof item) != sizeof item) abort();
		epoll_event event;
		if (epoll_wait(set, &event, 1, -1) != 1) abort();
		if (read(event.data.fd, &item, sizeof item) != sizeof item) abort();
		sum += static_cast<long>(item) - 1;
	}
	return sum;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	if (strcmp(argv[3], "alone") != 0) return 77;
	struct rlimit limit;
	std::vector<int> c(static_cast<size_t>(atol(argv[2])));
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	int set = epoll_create1(0);
	for (int &fd : c) {
		fd = eventfd(0, 0);
		if (fd < 0) return 77;
		epoll_event event = {};
		event.events = EPOLLIN;
		event.data.fd = fd;
		epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
	}
	alone(set, c);
	double start = clock_ns();
	long off = alone(set, c) - ROUNDS * (ROUNDS - 1) / 2;
	report((clock_ns() - start) / ROUNDS, off);
}
