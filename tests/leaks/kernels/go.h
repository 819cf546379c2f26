/* SPDX-License-Identifier: MIT */
/* What the kernels have from Go: a group of goroutines, something that is done once, and a way to know which
 * goroutines wait.
 *
 * go_wait and go_once are macros, so that a wait has its place in the kernel and not here.
 *
 * go_until_waits and go_until_left are how a kernel brings about its interleaving and its end without sleeping for
 * luck. They ask the runtime's own report of all threads. A thread that was woken and has not run yet is still in it
 * with its old wait, so a kernel asks only for waits in which the thread has not been before. */
#ifndef GO_H
#define GO_H

#include <conc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void conc_report_threads(void); /* prints each thread and what it waits for to standard error */

/* For a variable into which a clause receives what nobody looks at. */
#define go_unused __attribute__((__unused__))

/* What main calls in a kernel from which it returns: go_test { … }. Nothing on the stack refers afterwards to what the
 * test has made. */
#define go_test static __attribute__((__noinline__)) void test(void)

struct go_group { conc_mutex lock; conc_condition all_done; int running; };

static inline void go_add(struct go_group *g, int n)
{
	mutex (g->lock) {
		g->running += n;
		if (!g->running) conc_broadcast(&g->all_done);
	}
}

static inline void go_done(struct go_group *g) { go_add(g, -1); }

#define go_wait(g)                                                          \
	do {                                                                \
		conc_mutex_lock(&(g)->lock);                                \
		while ((g)->running) conc_wait(&(g)->all_done, &(g)->lock); \
		conc_mutex_unlock(&(g)->lock);                              \
	} while (0)

struct go_once { conc_mutex lock; bool done; };

/* go_once(&once) { … } */
#define go_once(once) mutex ((once)->lock) for (; !(once)->done; (once)->done = true)

/* Returns how many lines of the report begin with two blanks and `name`, and contain `wait`. */
static inline int go_count(const char *name, const char *wait)
{
	static conc_spin_lock asking; /* standard error is elsewhere meanwhile */
	char line[512];
	int found = 0;

	mutex (asking) {
		FILE *report = tmpfile();
		int err = dup(STDERR_FILENO);

		dup2(fileno(report), STDERR_FILENO);
		conc_report_threads();
		dup2(err, STDERR_FILENO);
		close(err);
		rewind(report);
		while (fgets(line, sizeof line, report))
			found += !strncmp(line + 2, name, strlen(name)) && strstr(line, wait);
		fclose(report);
	}
	return found;
}

/* Returns when so many threads that run `function` wait for `operation`. */
static inline void go_until_waits(int threads, const char *function, const char *operation)
{
	char name[64], wait[64];

	snprintf(name, sizeof name, "%s ", function);
	snprintf(wait, sizeof wait, " waits for %s", operation);
	while (go_count(name, wait) < threads) conc_yield();
}

/* Returns when all threads but main and so many others have ended. */
static inline void go_until_left(int threads)
{
	while (go_count("", "") > threads + 1) conc_yield();
}

#endif
