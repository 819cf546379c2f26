/* SPDX-License-Identifier: MIT */
/* dump: all threads, those that wait for the same in the same place as one line, while they run.
 *
 *     conc: 10 threads
 *       7 × worker (a.c:10), each waits for conc_mutex held by worker 3, at a.c:8: 4, 5, 6, 7 …
 *       worker 3 (a.c:10) waits for sleep, at a.c:8
 *
 * It takes no lock and no memory from malloc, so a signal handler may call it. It reads descriptors
 * while others write them: a line that is torn is the price of stopping nobody.
 *
 * SIGQUIT: the handler only wakes the watchdog, which prints. Where there is no watchdog yet, the
 * handler prints itself.
 *
 *     QUIET ──SIGQUIT──► WANTED ──watchdog: prints──► QUIET
 *     a second SIGQUIT within SECOND: what the program would have got without libconc
 */
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conc/duration.h"
#include "conc/thread.h"
#include "leaks.h"
#include "port/os.h"
#include "report.h"
#include "scheduler.h"
#include "thread.h"

#define SECOND UINT64_C(1000000000)
#define NUMBERS 16u /* of a group's threads, which are printed */

struct item {
	uint64_t key; /* equal for threads of one group */
	const struct conc_thread *thread;
	uint32_t count; /* of the group */
};

struct items {
	size_t used, room;
	struct item *list;
};

static uint32_t wanted;    /* atomic: a dump that the watchdog owes */
static uint64_t last_quit; /* atomic: when the last SIGQUIT came */

/* Threads that wait for the same in the same place are alike; a thread that does not wait is alone.
 */
static uint64_t key_of(const struct conc_thread *t)
{
	const void *const parts[] = {load_acquire(&t->wait.operation), t->wait.object,
	                             t->wait.where, t->name, t->started_at};
	uint64_t key = 0;

	if (!parts[0]) return (uint64_t)(uintptr_t)t;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		key = (key ^ (uint64_t)(uintptr_t)parts[i]) * UINT64_C(0x9e3779b97f4a7c15) + 1;
	return key;
}

static void dump_count(struct conc_thread *t, void *argument)
{
	if (!conc_thread_has_ended(t)) ++*(size_t *)argument;
}

static void dump_take(struct conc_thread *t, void *argument)
{
	struct items *items = argument;

	if (!conc_thread_has_ended(t) && items->used < items->room)
		items->list[items->used++] = (struct item){key_of(t), t, 1};
}

static bool by_key(const struct item *a, const struct item *b)
{
	return a->key != b->key ? a->key < b->key : a->thread->number < b->thread->number;
}

static bool by_number(const struct item *a, const struct item *b)
{
	return a->thread->number < b->thread->number;
}

/* Heapsort: qsort may call malloc. */
static void sort(struct item *list, size_t count,
                 bool (*less)(const struct item *, const struct item *))
{
	for (size_t begin = count / 2, end = count; end > 1;) {
		struct item one;
		size_t hole, child;

		if (begin > 0) {
			one = list[--begin];
		} else {
			one = list[--end];
			list[end] = list[0];
		}
		for (hole = begin; (child = 2 * hole + 1) < end; hole = child) {
			if (child + 1 < end && less(&list[child], &list[child + 1])) child++;
			if (!less(&one, &list[child])) break;
			list[hole] = list[child];
		}
		list[hole] = one;
	}
}

/* head: key is the place of the group's first thread in list. */
static void print_group(const struct item *head, const struct item *list, int file)
{
	const struct conc_thread *t = head->thread;
	struct conc_report_line line = {0};
	char name[128];

	if (head->count > 1)
		conc_report_add(&line, "  %u × %s", head->count, t->name ? t->name : "?");
	else conc_report_add(&line, "  %s", conc_thread_describe(t, name, sizeof name));
	if (t->started_at) conc_report_add(&line, " (%s)", t->started_at);
	if (head->count > 1) conc_report_add(&line, ", each");
	conc_report_add_wait(&line, t);
	for (uint32_t i = 0; head->count > 1 && i < head->count && i < NUMBERS; i++)
		conc_report_add(&line, "%s %u", i ? "," : ":", list[head->key + i].thread->number);
	if (head->count > NUMBERS) conc_report_add(&line, ", …");
	conc_report_print(&line, file);
}

/* heads: room for as many. */
static void print_groups(struct item *list, size_t count, struct item *heads, int file)
{
	size_t groups = 0;

	sort(list, count, by_key);
	for (size_t i = 0; i < count; i++) {
		if (i && list[i].key == list[i - 1].key) heads[groups - 1].count++;
		else heads[groups++] = (struct item){i, list[i].thread, 1};
	}
	sort(heads, groups, by_number);
	for (size_t i = 0; i < groups; i++) print_group(&heads[i], list, file);
}

void conc_dump(int file)
{
	struct conc_report_line line = {0};
	struct items items = {0};
	size_t bytes;

	conc_thread_each(dump_count, &items.room);
	items.room += items.room / 8 + 64; /* for those that begin meanwhile */
	bytes = 2 * items.room * sizeof *items.list;
	items.list = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (items.list == MAP_FAILED) {
		conc_report_add(&line, "conc: no memory to list the threads");
		conc_report_print(&line, file);
		return;
	}
	conc_thread_each(dump_take, &items);
	conc_report_add(&line, "conc: %zu thread%s", items.used, items.used == 1 ? "" : "s");
	conc_report_print(&line, file);
	print_groups(items.list, items.used, items.list + items.room, file);
	munmap(items.list, bytes);
}

/* ---- SIGQUIT ---- */

/* libc's own: ours (signal_handler.c) looks after handlers of the program. */
#ifdef __GLIBC__
int __sigaction(int number, const struct sigaction *action, struct sigaction *old);
#else
#define __sigaction sigaction
#endif

static void on_quit(int signal)
{
	uint64_t now = conc_now(), before;
	int saved = errno;

	before = exchange_relaxed(&last_quit, now);
	if (before && now - before < SECOND) {
		__sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
		raise(signal); /* it comes when this handler returns */
	}
	/* seq_cst: then wakes the watchdog, which clears its word before it looks at wanted */
	store_seq_cst(&wanted, 1);
	conc_leaks_ask();
	if (!conc_watchdog_look()) conc_dump_if_wanted();
	errno = saved;
}

void conc_dump_if_wanted(void)
{
	/* seq_cst: pairs with on_quit */
	if (CONC_LIKELY(!load_seq_cst(&wanted)) || !exchange_relaxed(&wanted, 0)) return;
	conc_dump(STDERR_FILENO);
}

void conc_dump_init(void)
{
	struct sigaction action = {.sa_handler = on_quit, .sa_flags = SA_RESTART | SA_ONSTACK}, now;

	if (conc_schedule_seeded() || !conc_os_environment("CONC_QUIT", 1)) return;
	if (__sigaction(SIGQUIT, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
		__sigaction(SIGQUIT, &action, NULL);
}
