/* SPDX-License-Identifier: MIT */
/* dump: all threads, those that wait for the same with the same frames as one line, while they run.
 *
 *     conc: 10 threads
 *       7 × worker (a.c:10), each waits for conc_mutex held by worker 3, at a.c:8: 4, 5, 6, 7 …
 *           settle, at a.c:8
 *           worker, at a.c:20
 *       worker 3 (a.c:10) waits for sleep, at a.c:8
 *
 * Stacks must not change while they are walked, and nobody is to be stopped. So a child, as fork
 * leaves it, writes the lines: it has the memory of that moment, and no other kernel thread. It is
 * no child to the program: waitpid does not see it, and no SIGCHLD comes. Kernel threads go on
 * while the kernel copies, so a thread that begins to run in those milliseconds may be seen in two
 * states. If its frames lead the unwinder astray the child dies, and another one tries again.
 * Where there can be no child, the program itself writes the lines, without frames, and a line may
 * be torn.
 *
 *     LOOKS ──child: about to write──► WRITES ──child: the last line is written──► WRITTEN
 *
 * This word is in memory that both share; the parent reads it after it has waited for the child,
 * so relaxed is enough. A child that dies in LOOKS is replaced; in WRITES its lines stay.
 *
 * It takes no lock and no memory from malloc, so a signal handler may call it. Only the unwinder
 * must have been loaded before: without that there are no frames.
 *
 * SIGQUIT: the handler only wakes the watchdog, which prints. Where there is no watchdog yet, the
 * handler prints itself.
 *
 *     QUIET ──SIGQUIT──► WANTED ──watchdog: prints──► QUIET
 *     a second SIGQUIT within SECOND: what the program would have got without libconc
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conc/duration.h"
#include "conc/thread.h"
#include "frames.h"
#include "leaks.h"
#include "port/os.h"
#include "report.h"
#include "scheduler.h"
#include "signal_handler.h"
#include "thread.h"

#define SECOND UINT64_C(1000000000)
#define NUMBERS 16u /* of a group's threads, which are printed */
#define TRIES 3     /* of a child that the frames lead astray */
#define PATIENCE 20 /* seconds for a child */

/* libc's own: ours (signal_handler.c) looks after handlers of the program. */
#ifdef __GLIBC__
int __sigaction(int number, const struct sigaction *action, struct sigaction *old);
#else
#define __sigaction sigaction
#endif

enum stage { LOOKS, WRITES, WRITTEN };

struct item {
	uint64_t key; /* equal for threads of one group */
	const struct conc_thread *thread;
	uint32_t count; /* of the group */
};

struct items {
	size_t used, room;
	struct item *list;
	bool has_frames; /* this is the child: nothing changes */
};

static uint32_t wanted;    /* atomic: a dump that the watchdog owes */
static uint64_t last_quit; /* atomic: when the last SIGQUIT came */

/* Threads that wait for the same in the same place, with the same frames, are alike; a thread that
 * does not wait is alone. Workers without a message are alike, too. */
static uint64_t key_of(const struct conc_thread *t, bool has_frames)
{
	const char *operation = load_acquire(&t->wait.operation);
	const void *const parts[] = {operation,
	                             operation == conc_idle_operation ? NULL : t->wait.object,
	                             t->wait.where, t->started_at};
	struct conc_frames frames = {0};
	uint64_t key = 0;

	if (!operation) return (uint64_t)(uintptr_t)t;
	if (has_frames) conc_frames_take(t, &frames);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		key = (key ^ (uint64_t)(uintptr_t)parts[i]) * UINT64_C(0x9e3779b97f4a7c15) + 1;
	/* acquire: pairs with conc_set_name. The text: each thread has its own copy. */
	for (const char *name = load_acquire(&t->name); name && *name; name++)
		key = (key ^ (uint64_t)(unsigned char)*name) * UINT64_C(0x9e3779b97f4a7c15) + 1;
	for (unsigned i = 0; i < frames.count; i++)
		key = (key ^ (uint64_t)(uintptr_t)frames.list[i]) * UINT64_C(0x9e3779b97f4a7c15) +
		      1;
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
		items->list[items->used++] = (struct item){key_of(t, items->has_frames), t, 1};
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
	/* acquire: pairs with conc_set_name */
	const char *text = load_acquire(&t->name);
	char name[128];

	if (head->count > 1) conc_report_add(&line, "  %u × %s", head->count, text ? text : "?");
	else conc_report_add(&line, "  %s", conc_thread_describe(t, name, sizeof name));
	if (t->started_at) conc_report_add(&line, " (%s)", t->started_at);
	if (head->count > 1) conc_report_add(&line, ", each");
	else if (conc_describe_hook) conc_describe_hook(t, conc_report_add_text, &line);
	conc_report_add_wait(&line, t);
	for (uint32_t i = 0; head->count > 1 && i < head->count && i < NUMBERS; i++)
		conc_report_add(&line, "%s %u", i ? "," : ":", list[head->key + i].thread->number);
	if (head->count > NUMBERS) conc_report_add(&line, ", …");
	conc_report_print(&line, file);
}

/* Memory of its own, which is given back when the child ends, or by munmap; null: none. */
static void *room_for(size_t bytes)
{
	void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
	                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return room == MAP_FAILED ? NULL : room;
}

/* heads: room for as many. Returns the number of groups. */
static size_t find_groups(struct item *list, size_t count, struct item *heads)
{
	size_t groups = 0;

	sort(list, count, by_key);
	for (size_t i = 0; i < count; i++) {
		if (i && list[i].key == list[i - 1].key) heads[groups - 1].count++;
		else heads[groups++] = (struct item){i, list[i].thread, 1};
	}
	sort(heads, groups, by_number);
	return groups;
}

static void print_count(size_t count, int file)
{
	struct conc_report_line line = {0};

	conc_report_add(&line, "conc: %zu thread%s", count, count == 1 ? "" : "s");
	conc_report_print(&line, file);
}

/* In the child. */
static void print_with_frames(const struct items *items, const struct item *heads, size_t groups,
                              uint32_t *stage, int file)
{
	struct conc_frames *frames = room_for(groups * sizeof *frames);
	struct conc_frame_lines lines;

	if (!frames) return;
	for (size_t i = 0; i < groups; i++) conc_frames_take(heads[i].thread, &frames[i]);
	conc_frames_ask(frames, groups, &lines);
	store_relaxed(stage, WRITES);
	print_count(items->used, file);
	for (size_t i = 0; i < groups; i++) {
		print_group(&heads[i], items->list, file);
		conc_frames_print(&frames[i], &lines, file);
	}
	store_relaxed(stage, WRITTEN);
}

/* stage: with frames, in the child; or null. */
static void print_all(uint32_t *stage, int file)
{
	struct conc_report_line line = {0};
	struct items items = {.has_frames = stage};
	struct item *heads;
	size_t groups;

	conc_thread_each(dump_count, &items.room);
	items.room += items.room / 8 + 64; /* for those that begin meanwhile */
	items.list = room_for(2 * items.room * sizeof *items.list);
	if (!items.list) {
		conc_report_add(&line, "conc: no memory to list the threads");
		conc_report_print(&line, file);
		return;
	}
	conc_thread_each(dump_take, &items);
	heads = items.list + items.room;
	groups = find_groups(items.list, items.used, heads);
	if (stage) {
		print_with_frames(&items, heads, groups, stage, file);
	} else {
		print_count(items.used, file);
		for (size_t i = 0; i < groups; i++) print_group(&heads[i], items.list, file);
	}
	munmap(items.list, 2 * items.room * sizeof *items.list);
}

/* All signals are blocked. */
_Noreturn static void be_child(uint32_t *stage, int file)
{
	sigset_t alarm_only;

	/* it ends with the program, leaves no core file, and ends if another kernel thread held a
	 * lock of libc */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	__sigaction(SIGALRM, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
	/* if it were ignored, addr2line could not be waited for */
	__sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
	sigemptyset(&alarm_only);
	sigaddset(&alarm_only, SIGALRM);
	alarm(PATIENCE);
	sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
	print_all(stage, file);
	_exit(0);
}

/* Returns null if a child has written lines; else why not. */
static const char *print_by_child(uint32_t *stage, int file)
{
	sigset_t all, before;
	siginfo_t end = {0};
	pid_t pid;

	sigfillset(&all);
	for (int i = 0; i < TRIES; i++) {
		pthread_sigmask(SIG_BLOCK, &all, &before);
		/* no handlers of fork, and no signal at its end */
		pid = (pid_t)syscall(SYS_clone, 0, 0, 0, 0, 0);
		if (pid == 0) be_child(stage, file);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
		if (pid < 0) return "a child is refused";
		while (waitid(P_PID, (id_t)pid, &end, WEXITED | __WCLONE) < 0) {
			if (errno == EINTR) continue;
			kill(pid, SIGKILL);
			return "a child cannot be waited for";
		}
		if (load_relaxed(stage) != LOOKS) return NULL;
		if (end.si_code == CLD_EXITED) return "no memory";
		if (end.si_status == SIGALRM) return "the look took too long";
	}
	return "a stack cannot be walked";
}

static const char *print_with_child(int file)
{
	struct conc_report_line line = {0};
	uint32_t *stage = mmap(NULL, sizeof *stage, PROT_READ | PROT_WRITE,
	                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	const char *refusal;

	if (stage == MAP_FAILED) return "no memory";
	refusal = print_by_child(stage, file);
	if (!refusal && load_relaxed(stage) != WRITTEN) {
		conc_report_add(&line, "conc: the rest is missing: the child that wrote has died");
		conc_report_print(&line, file);
	}
	munmap(stage, sizeof *stage);
	return refusal;
}

static void dump(int file)
{
	struct conc_report_line line = {0};
	const char *refusal = "the first dump came from a signal handler";

	if (!conc_schedule_seeded()) {
		if (conc_frames_loaded()) refusal = print_with_child(file);
		if (!refusal) return;
		conc_report_add(&line, "conc: without frames: %s", refusal);
		conc_report_print(&line, file);
	}
	print_all(NULL, file);
}

void conc_dump(int file)
{
	int saved = errno;

	if (conc_signal_depth == 0) conc_frames_load();
	dump(file);
	errno = saved;
}

/* ---- SIGQUIT ---- */

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
	if (!conc_watchdog_look() && exchange_relaxed(&wanted, 0)) dump(STDERR_FILENO);
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
