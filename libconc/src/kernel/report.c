/* SPDX-License-Identifier: MIT */
/* The report of all threads.
 *
 *     conc: every thread is blocked
 *       main waits for join of left 1, at a.c:30
 *       left 1 (a.c:28) waits for conc_mutex held by right 2, at a.c:12
 *       right 2 (a.c:29) waits for conc_mutex held by left 1, at a.c:19
 *     conc: a cycle: left 1 -> right 2 -> left 1
 *
 * It reads descriptors without locks. They do not change when nothing runs; in a snapshot a torn
 * line is the price of not stopping other threads.
 */
#include "report.h"

#include <stdlib.h>
#include <unistd.h>

#include "port/stop.h"
#include "scheduler.h"
#include "waiting.h"

#define NAME 128
#define LINES_MAX 200u

const char conc_idle_operation[] = "message";

static struct conc_thread *holder_of(const struct conc_thread *t)
{
	/* acquire: pairs with conc_thread_waits */
	if (!load_acquire(&t->wait.operation) || !t->wait.holder) return NULL;
	return t->wait.holder(t->wait.object);
}

static void add_thread(struct conc_report_line *line, const char *before,
                       const struct conc_thread *t)
{
	char name[NAME];

	conc_report_add(line, "%s%s", before, conc_thread_describe(t, name, sizeof name));
}

void conc_report_print(struct conc_report_line *line, int file)
{
	ssize_t ignored;

	line->text[line->used++] = '\n';
	ignored = write(file, line->text, line->used);
	(void)ignored;
	line->used = 0;
}

static void print(struct conc_report_line *line)
{
	conc_report_print(line, STDERR_FILENO);
}

void conc_report_add_text(void *to, const char *text)
{
	struct conc_report_line *line = to;

	conc_report_add(line, "%s", text);
}

void conc_report_add_wait(struct conc_report_line *line, const struct conc_thread *t)
{
	struct conc_thread *holder = holder_of(t);
	const char *operation = load_acquire(&t->wait.operation);

	conc_report_add(line, operation ? " waits for %s" : " is not waiting", operation);
	if (!operation) return;
	if (operation == conc_waituntil_operation)
		conc_waituntil_describe(t->wait.object, conc_report_add_text, line);
	if (holder) add_thread(line, holder == t->wait.object ? " of " : " held by ", holder);
	if (t->wait.where) conc_report_add(line, ", at %s", t->wait.where);
}

/* Was the wake-up that t waits for lost? */
static void print_lost_signal(const struct conc_thread *t)
{
	struct conc_report_line line = {0};
	const char *where;

	if (!load_acquire(&t->wait.operation) || !conc_schedule_lost_signal(t->wait.object, &where))
		return;
	conc_report_add(&line, "    it was signalled");
	if (where) conc_report_add(&line, " at %s", where);
	conc_report_add(&line, " while nobody waited");
	print(&line);
}

static void print_thread(struct conc_thread *t, void *argument)
{
	unsigned *lines = argument;
	struct conc_report_line line = {0};

	if (conc_thread_has_ended(t) || (*lines)++ >= LINES_MAX) return;
	add_thread(&line, "  ", t);
	if (t->started_at) conc_report_add(&line, " (%s)", t->started_at);
	if (conc_describe_hook) conc_describe_hook(t, conc_report_add_text, &line);
	conc_report_add_wait(&line, t);
	print(&line);
	print_lost_signal(t);
}

static void print_rest(unsigned lines)
{
	struct conc_report_line line = {0};

	if (lines <= LINES_MAX) return;
	conc_report_add(&line, "  and %u more", lines - LINES_MAX);
	print(&line);
}

struct reported {
	unsigned lines, idle;
	uint8_t marks; /* of conc_report_marked */
};

static void print_busy(struct conc_thread *t, void *argument)
{
	struct reported *reported = argument;

	/* relaxed: only the pointer counts; a worker may go on meanwhile */
	if (load_relaxed(&t->wait.operation) == conc_idle_operation) reported->idle++;
	else print_thread(t, &reported->lines);
}

void conc_report_threads(void)
{
	struct reported reported = {0};
	struct conc_report_line line = {0};

	conc_thread_each(print_busy, &reported);
	print_rest(reported.lines);
	if (!reported.idle) return;
	conc_report_add(&line, "  and %u idle worker%s", reported.idle,
	                reported.idle == 1 ? "" : "s");
	print(&line);
}

static void print_marked(struct conc_thread *t, void *argument)
{
	struct reported *reported = argument;

	if (t->leak & reported->marks) print_thread(t, &reported->lines);
}

void conc_report_marked(const char *head, uint8_t marks)
{
	struct reported reported = {.marks = marks};
	struct conc_report_line line = {0};

	conc_report_add(&line, "conc: %s", head);
	print(&line);
	conc_thread_each(print_marked, &reported);
	print_rest(reported.lines);
}

/* Floyd's algorithm: fast meets slow if the chain of holders ends in a cycle. */
static void find_cycle(struct conc_thread *t, void *argument)
{
	struct conc_thread **found = argument, *slow = t, *fast = t;

	if (*found) return;
	do {
		fast = holder_of(fast);
		fast = fast ? holder_of(fast) : NULL;
		slow = holder_of(slow);
	} while (fast && fast != slow);
	*found = fast;
}

static void print_cycle(struct conc_thread *first)
{
	struct conc_thread *t = first;
	struct conc_report_line line = {0};

	add_thread(&line, "conc: a cycle: ", t);
	do {
		t = holder_of(t);
		add_thread(&line, " -> ", t);
	} while (t != first);
	print(&line);
}

static void count(struct conc_thread *t, void *argument)
{
	if (!conc_thread_has_ended(t)) ++*(unsigned *)argument;
}

_Noreturn void conc_report_blocked(void)
{
	struct conc_thread *cycle = NULL;
	struct conc_report_line line = {0};
	unsigned threads = 0;

	conc_stop_begin();
	conc_thread_each(count, &threads);
	/* As in C: main has left by pthread_exit, and the last of the others has ended.
	 * relaxed: published by the slot that main gave back (worker_end) */
	if (threads == 1 && load_relaxed(&conc_scheduler.main_left)) exit(0);
	conc_report_add(&line, "conc: every thread is blocked");
	print(&line);
	conc_report_threads();
	conc_thread_each(find_cycle, &cycle);
	if (cycle) print_cycle(cycle);
	conc_stopping_hook();
	conc_schedule_stopping();
	abort();
}

_Noreturn void conc_report_cycle(struct conc_thread *first)
{
	struct conc_thread *t = first;
	struct conc_report_line line = {0};
	unsigned lines = 0;

	conc_stop_begin();
	conc_report_add(&line, "conc: threads wait for each other for ever");
	print(&line);
	do {
		print_thread(t, &lines);
		t = holder_of(t);
	} while (t != first);
	print_cycle(first);
	conc_stopping_hook();
	conc_schedule_stopping();
	abort();
}
