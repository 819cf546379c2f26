// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include "../clock.h"

enum { YIELDERS = 8 };

static _Atomic bool stop;
static _Atomic int begun;
static int ends[2];

static void yielder(void)
{
	begun++;
	while (!stop) {
		for (double until = clock_ns() + 1e6; clock_ns() < until;) continue;
		conc_yield();
	}
}

static void echo(void)
{
	char c;

	while (conc_read(ends[1], &c, 1) == 1)
		if (conc_write(ends[1], &c, 1) != 1) break;
}

static double late_timer(void)
{
	double start = clock_ns();

	conc_sleep(1ms);
	return clock_ns() - start - 1e6;
}

static double late_ping(void)
{
	double start = clock_ns();
	char c = 1;

	if (conc_write(ends[0], &c, 1) != 1 || conc_read(ends[0], &c, 1) != 1) exit(1);
	return (clock_ns() - start) / 2; // two threads are woken, one after the other
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	bool ping = argc > 1 && strcmp(argv[1], "ping") == 0;
	int n = argc > 2 ? atoi(argv[2]) : 100;
	double *late = calloc((size_t)n, sizeof *late);

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
	scope {
		for (int i = 0; i < YIELDERS; i++) spawn yielder();
		spawn echo();
		while (begun < YIELDERS) conc_sleep(1ms);
		for (int i = 0; i < n; i++) late[i] = ping ? late_ping() : late_timer();
		stop = true;
		shutdown(ends[0], SHUT_RDWR);
	}
	qsort(late, (size_t)n, sizeof *late, compare);
	report(late[n * 99 / 100] / 1e6, n);
	printf("p50 %.4f\n", late[n / 2] / 1e6);
	free(late);
}
