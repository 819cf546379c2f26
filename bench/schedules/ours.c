// SPDX-License-Identifier: MIT
// ours PROGRAM POLICY N     the time of one of N schedules
// ours PROGRAM POLICY       the time until a planted bug is found: the median of SEEDS explorations
// PROGRAM is built for schedules and explored as a user would do it, each time by a new process.
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../clock.h"

enum { CAP = 10000, SEEDS = 20 };

extern char **environ;

static char program[256];

static void fail(const char *what)
{
	fprintf(stderr, "%s: %s\n", program, what);
	exit(1);
}

static void build(const char *name, bool planted)
{
	char command[1024];

	snprintf(program, sizeof program, "build/bench/schedules/%s.explored", name);
	snprintf(command, sizeof command, "build/concc -O2 -fconc-schedules %s/%s.c -o %s",
	         planted ? "tests/schedules/planted" : "bench/schedules/programs", name, program);
	if (system(command)) fail("cannot be built");
}

// What it wrote to standard error is left in text; the exit status.
static int explore(const char *policy, long from, long most, char *text, size_t size)
{
	char words[128], *arguments[] = { program, NULL };
	posix_spawn_file_actions_t actions;
	int ends[2], status;
	size_t length = 0;
	ssize_t n;
	pid_t pid;

	snprintf(words, sizeof words, "explore:%ld,jobs:1,from:%ld,policy:%s", most, from, policy);
	setenv("CONC_SCHEDULE", words, 1);
	if (pipe(ends)) fail("no pipe");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
	posix_spawn_file_actions_addclose(&actions, ends[0]);
	posix_spawn_file_actions_addclose(&actions, ends[1]);
	if (posix_spawn(&pid, program, &actions, NULL, arguments, environ)) fail("does not start");
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	while (length < size - 1 && (n = read(ends[0], text + length, size - 1 - length)) > 0)
		length += (size_t)n;
	text[length] = '\0';
	close(ends[0]);
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) fail("did not exit");
	return WEXITSTATUS(status);
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double median(double *values)
{
	qsort(values, SEEDS, sizeof *values, compare);
	return (values[(SEEDS - 1) / 2] + values[SEEDS / 2]) / 2;
}

static void speed(const char *policy, long n)
{
	char text[65536];

	explore(policy, 1, n / 10, text, sizeof text);
	double start = clock_ns();
	int status = explore(policy, 1, n, text, sizeof text);
	double ns = clock_ns() - start;
	report(ns / 1e3 / (double)n, status == 0 ? n : 0);
	printf("per_second %.0f\n", (double)n * 1e9 / ns);
}

static void find(const char *policy)
{
	double times[SEEDS], counts[SEEDS];
	char text[65536], *seed;
	int unfound = 0;

	explore(policy, SEEDS * CAP + 1, CAP, text, sizeof text);
	for (long i = 0; i < SEEDS; i++) {
		long from = i * CAP + 1;
		double start = clock_ns();
		int status = explore(policy, from, CAP, text, sizeof text);
		times[i] = (clock_ns() - start) / 1e3;
		counts[i] = CAP;
		seed = strstr(text, "conc: seed ");
		if (status == 1 && seed) counts[i] = (double)(atol(seed + 11) - from + 1);
		else if (status == 0) unfound++;
		else fail(text);
	}
	report(median(times), SEEDS);
	printf("schedules %g\n", median(counts));
	printf("most %g\nunfound %d\n", counts[SEEDS - 1], unfound);
}

int main(int argc, char **argv)
{
	if (argc < 3) return 2;
	const char *policy = strcmp(argv[2], "pct") ? "walk" : "pct";
	build(argv[1], argc < 4);
	if (argc > 3) speed(policy, atol(argv[3]));
	else find(policy);
}
