/* SPDX-License-Identifier: MIT */
/* The report of all threads.
 *
 *     conc: every thread is blocked
 *       main waits for join of left 1, at a.c:30
 *       left 1 (a.c:28) waits for a mutex held by right 2, at a.c:12
 *       right 2 (a.c:29) waits for a mutex held by left 1, at a.c:19
 *     conc: a cycle: left 1 -> right 2 -> left 1
 *
 * It reads descriptors without locks: when nothing runs they stand still, and in a
 * snapshot a torn line is the price of not stopping anybody.
 */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>

#include "thread.h"

#define NAME 128
#define LINES_MAX 200u

static struct conc_thread *holder_of(const struct conc_thread *t)
{
	/* acquire: pairs with conc_thread_waits */
	if (!load_acquire(&t->wait.operation) || !t->wait.holder)
		return NULL;
	return t->wait.holder(t->wait.object);
}

static void print_wait(const struct conc_thread *t)
{
	struct conc_thread *holder = holder_of(t);
	const char *operation = load_acquire(&t->wait.operation);
	char name[NAME];

	if (!operation) {
		fprintf(stderr, " is not waiting");
		return;
	}
	fprintf(stderr, " waits for %s", operation);
	if (holder && holder == t->wait.object)
		fprintf(stderr, " of %s", conc_thread_describe(holder, name, sizeof name));
	else if (holder)
		fprintf(stderr, " held by %s", conc_thread_describe(holder, name, sizeof name));
	if (t->wait.where)
		fprintf(stderr, ", at %s", t->wait.where);
}

static void print_thread(struct conc_thread *t, void *argument)
{
	unsigned *lines = argument;
	char name[NAME];

	if ((*lines)++ >= LINES_MAX)
		return;
	fprintf(stderr, "  %s", conc_thread_describe(t, name, sizeof name));
	if (t->started_at)
		fprintf(stderr, " (%s)", t->started_at);
	print_wait(t);
	fputc('\n', stderr);
}

void conc_report_threads(void)
{
	unsigned lines = 0;

	conc_thread_each(print_thread, &lines);
	if (lines > LINES_MAX)
		fprintf(stderr, "  and %u more\n", lines - LINES_MAX);
}

/* Floyd: the hare meets the tortoise if the chain of holders ends in a cycle. */
static struct conc_thread *in_cycle(struct conc_thread *from)
{
	struct conc_thread *slow = from, *fast = from;

	do {
		fast = holder_of(fast);
		fast = fast ? holder_of(fast) : NULL;
		slow = holder_of(slow);
	} while (fast && fast != slow);
	return fast;
}

static void find_cycle(struct conc_thread *t, void *argument)
{
	struct conc_thread **found = argument;

	if (!*found)
		*found = in_cycle(t);
}

static void print_cycle(struct conc_thread *first)
{
	struct conc_thread *t = first;
	char name[NAME];

	fprintf(stderr, "conc: a cycle: %s", conc_thread_describe(t, name, sizeof name));
	do {
		t = holder_of(t);
		fprintf(stderr, " -> %s", conc_thread_describe(t, name, sizeof name));
	} while (t != first);
	fputc('\n', stderr);
}

_Noreturn void conc_report_blocked(void)
{
	struct conc_thread *cycle = NULL;

	fprintf(stderr, "conc: every thread is blocked\n");
	conc_report_threads();
	conc_thread_each(find_cycle, &cycle);
	if (cycle)
		print_cycle(cycle);
	abort();
}
