/* SPDX-License-Identifier: MIT */
/* Runs a function in a child process and looks at what it printed and how it ended. To be
 * used before the process itself has started the runtime. */
#ifndef TESTS_STRESS_CHILD_H
#define TESTS_STRESS_CHILD_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct child {
	int status;     /* of waitpid */
	char text[8192]; /* what it wrote to standard error */
};

static inline struct child child_run(void (*function)(void))
{
	struct child child = {0};
	size_t used = 0;
	ssize_t got;
	int ends[2];
	pid_t pid;

	if (pipe(ends) != 0 || (pid = fork()) < 0)
		abort();
	if (pid == 0) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
		dup2(ends[1], 2);
		alarm(20);
		function();
		exit(0);
	}
	close(ends[1]);
	while ((got = read(ends[0], child.text + used, sizeof child.text - 1 - used)) > 0)
		used += (size_t)got;
	close(ends[0]);
	waitpid(pid, &child.status, 0);
	return child;
}

/* Returns 1, after complaining, unless the child was aborted and said all of the texts. */
static inline int child_stopped_saying(void (*function)(void), const char *name,
	const char *const *texts)
{
	struct child child = child_run(function);
	int bad = !(WIFSIGNALED(child.status) && WTERMSIG(child.status) == SIGABRT);

	for (int i = 0; texts[i]; i++)
		bad |= !strstr(child.text, texts[i]);
	if (bad)
		fprintf(stderr, "%s: status %#x, said: %s\n", name, (unsigned)child.status, child.text);
	return bad;
}

#define STOPS(function, ...) \
	child_stopped_saying(function, #function, (const char *const[]){__VA_ARGS__, NULL})

#endif
