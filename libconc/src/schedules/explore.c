/* SPDX-License-Identifier: MIT */
/*
 * CONC_SCHEDULE=explore:N: N seeds, in child processes forked before main, as many at once as there
 * are CPUs.
 *
 * A child is for one seed, or it is a worker: it takes one seed after the other and puts itself
 * back to where it was in between (schedules/snapshot.c). A worker only finds out which seeds look
 * bad. Each of these, and a few others to compare, runs again in a child of its own, whose word
 * counts. If that differs, something is left behind that a snapshot does not know, and all seeds
 * are run again, each in a child.
 *
 *     seed 0 in a child ──► workers, up to a seed that looks bad ──► the bad ones in children
 *
 * Output goes to files in memory. It is shown for the failure with the lowest seed or, if none
 * failed, for the lowest seed that wrote to standard error, so the answer does not depend on
 * timing. Each run leaves in shared memory a fingerprint of its decisions, from which the number
 * of different schedules is known, and what its schedule did not order. An exploration that left
 * something untested does not say "none failed" and ends with status UNTESTED. Different outputs
 * are no failure, but are named.
 *
 * A failure is made small and told (schedules/explain.c) by runs in children of their own. verify
 * runs all schedules, one child after the other (schedules/verify.c).
 *
 * Rejected: stopping at the first child that fails in time (not reproducible).
 */
#define _GNU_SOURCE
#include "lane.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "port/os.h"
#include "explain.h"
#include "profile.h"
#include "report_file.h"
#include "snapshot.h"
#include "switches.h"
#include "trap.h"
#include "verify.h"

#define O (&conc_schedule_options)
#define SHOWN (64u << 10) /* bytes of each output that a failure shows */
#define OUTPUTS 8         /* different outputs that are named */

#define UNTESTED 3 /* exit status: none failed, but something was not tested */

/* Something that the schedule did not order, or that did not come from the seed. The strings are
 * literals, at the same address in all children. */
struct aside {
	const char *what; /* atomic: several children may claim a free row at once */
	const char *why;
	bool untested; /* code of the program ran beside the schedule */
};

/* What a child reports about its run. */
struct run {
	uint64_t fingerprint, accesses;
	uint64_t output; /* hash of its standard output; set by the first process */
	uint32_t asides; /* atomic: bit i: it met shared->asides[i]; its own children write, too */
	bool ended;      /* by exit or _exit: all members are set */
	bool threads;    /* there were two threads or more */
	bool raced;      /* there was a data race */
	bool asked;      /* it has started addr2line */
	bool wrote;      /* to standard error */
	bool worked;     /* a worker began it */
	bool bad;        /* in a worker: it may have failed */
	bool apart;      /* in a worker: it was broken off */
	bool judged;     /* a child of its own has run it */
};

#define ASIDES 32
#define JOBS 1024

/* Workers are of no use if so many runs were broken off or left their worker spent, and if they
 * were more than half. */
#define LOST_MOST 16

static struct {
	struct aside asides[ASIDES];
	/* relaxed, all of these: what a worker leaves is read after its end */
	uint64_t next;  /* run that no worker has taken yet */
	uint64_t limit; /* workers take none from here on */
	uint64_t worked, lost;
	struct now { /* of each worker */
		uint64_t index;
		bool took; /* it has taken a seed */
		bool runs;
	} now[JOBS];
	bool unfit; /* a worker could not take a snapshot */
	struct {    /* by verify; only one process runs at a time */
		uint64_t schedules, runs;
		bool done;    /* there is none left */
		bool said;    /* the standard error of one of them is kept */
		bool stop;    /* the worker is to end after its run */
		bool suspect; /* the worker's last run may have failed */
	} verified;
	struct run runs[];
} * shared;
static struct run *mine; /* in a child: where it writes */

struct child {
	pid_t pid;  /* 0: no child */
	bool works; /* it is a worker; index is the seed that it had at the last look */
	uint64_t index;
	uint64_t deadline; /* real time */
	int output, errors;
	bool killed;
	struct run before;      /* a child that compares: what a worker said */
	int status;             /* once it has ended */
	const char *difference; /* of its standard output, or NULL */
};

static struct child children[JOBS];
static size_t running, working;
static uint64_t single; /* the next seed that may have to run in a child */
static bool no_workers;
static bool differed;      /* a worker's run was not that of a child */
static bool left_behind;   /* and nothing from outside explains that */
static struct now *my_now; /* in a worker */
static uint64_t expected_hash;
static sigset_t without_child;     /* the mask of signals at the start */
static struct child failure, said; /* said: wrote to standard error and did not fail */
static int input = -1;             /* each child reads it from its start; -1: nothing */
static const char *first_replays;  /* of the first seed */
static char *expected;
static size_t expected_size;

/* ---- Small things ---- */

static uint64_t real_time(clockid_t clock)
{
	struct timespec now = {0};

	syscall(SYS_clock_gettime, clock, &now);
	return conc_schedule_nanoseconds(&now);
}

static int said_before = -1; /* standard error, while what is said goes to a report, too */

static _Noreturn void give_up(const char *what)
{
	if (said_before >= 0) dup2(said_before, STDERR_FILENO);
	fprintf(stderr, "conc: explore: %s: %s\n", what, strerror(errno));
	_exit(2);
}

/* Its number is high: the program is to have those that it would have alone. */
static int memory_file(const char *name)
{
	enum { HIGH = 500 };
	int file = memfd_create(name, MFD_CLOEXEC), high;

	if (file < 0) give_up("no file in memory");
	high = fcntl(file, F_DUPFD_CLOEXEC, HIGH);
	if (high < 0) return file;
	close(file);
	return high;
}

/* Not from the heap: the next child would find other addresses there. Freed by munmap of size + 1.
 */
static char *contents(int file, size_t *size)
{
	struct stat status;
	char *text;

	if (fstat(file, &status)) give_up("output");
	*size = (size_t)status.st_size;
	text = mmap(NULL, *size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (text == MAP_FAILED || pread(file, text, *size, 0) != (ssize_t)*size) give_up("output");
	return text;
}

/* Returns memory that the children share. */
static void *common_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
	                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED) give_up("no memory");
	return memory;
}

/* ---- The children's input ---- */

/* Keeps the text of a pipe, which can be read only once. Terminals and devices are not read. */
static void keep_input(void)
{
	struct stat status;
	char buffer[65536];
	ssize_t length;

	if (fstat(STDIN_FILENO, &status) || isatty(STDIN_FILENO)) return;
	if (S_ISREG(status.st_mode)) {
		input = STDIN_FILENO;
		return;
	}
	if (S_ISCHR(status.st_mode)) return;
	input = memory_file("stdin");
	while ((length = read(STDIN_FILENO, buffer, sizeof buffer)) > 0)
		if (write(input, buffer, (size_t)length) != length) give_up("standard input");
}

/* Returns a descriptor with a position of its own, at the start of the input. */
static int fresh_input(void)
{
	char path[64] = "/dev/null";
	int file;

	if (input >= 0) snprintf(path, sizeof path, "/proc/self/fd/%d", input);
	file = open(path, O_RDONLY | O_CLOEXEC);
	return file >= 0 ? file : open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* ---- Children ---- */

static struct sigaction before_interrupts; /* by verify: what SIGINT did */

static void forks(void);
static void explore_forget(void)
{
	mine = NULL;
}

static void be_child(const struct child *child)
{
	int file;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	file = fresh_input();
	dup2(file, STDIN_FILENO);
	if (file != STDIN_FILENO) close(file);
	dup2(child->output, STDOUT_FILENO);
	dup2(child->errors, STDERR_FILENO);
	for (size_t i = 0; i < sizeof children / sizeof *children; i++)
		if (children[i].pid || (&children[i] == child && !child->works)) {
			close(children[i].output);
			close(children[i].errors);
		}
	O->mode = CONC_SCHEDULE_SEED;
	if (O->verify && !child->works) conc_snapshot_reserve();
	if (O->verify) sigaction(SIGINT, &before_interrupts, NULL);
	/* processes that it forks are not explored */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_SETMASK, &without_child, NULL);
	pthread_atfork(forks, NULL, explore_forget);
}

static void begin_seed(uint64_t index)
{
	O->seed = O->from + index;
	conc_profile_on = index == 0;
	mine = &shared->runs[index];
}

static void note_aside(struct run *run, const char *what, const char *why, bool untested)
{
	for (unsigned i = 0; i < ASIDES; i++) {
		struct aside *row = &shared->asides[i];
		const char *seen = NULL;
		/* relaxed: the first process reads after the children have ended; a process that
		 * loses the race writes the same to why and untested */
		if (!__atomic_compare_exchange_n(&row->what, &seen, what, 0, __ATOMIC_RELAXED,
		                                 __ATOMIC_RELAXED) &&
		    strcmp(seen, what))
			continue;
		row->why = why;
		row->untested = untested;
		__atomic_fetch_or(&run->asides, 1u << i, __ATOMIC_RELAXED);
		return;
	}
}

void conc_schedule_aside(const char *what, const char *why, bool untested)
{
	if (mine) note_aside(mine, what, why, untested);
}

static const char a_process[] = "a child process", of_its_own[] = "it has no part in the schedule";

void conc_schedule_raced(void)
{
	if (mine) mine->raced = true;
}

bool conc_schedule_is_explored(void)
{
	return mine != NULL;
}

void conc_schedule_asks(void)
{
	if (mine) mine->asked = true;
}

/* What ran beside the schedule. A worker knows by its system calls that there was nothing. */
static void note_others(const struct conc_schedule *run)
{
	struct rusage waited_for;
	uint64_t used;

	/* Another kernel thread has run, such as one of a library, if the process has used more
	 * time than this thread, which is asked later. That includes threads that have ended. */
	used = real_time(CLOCK_PROCESS_CPUTIME_ID);
	if (used > real_time(CLOCK_THREAD_CPUTIME_ID) || conc_os_kernel_threads() > run->live)
		conc_schedule_aside("a kernel thread of a library's",
		                    "it is not part of the schedule", true);
	if (!mine->asked && !getrusage(RUSAGE_CHILDREN, &waited_for) && waited_for.ru_maxrss)
		conc_schedule_aside(a_process, of_its_own, false);
}

void conc_schedule_explored(const struct conc_schedule *run)
{
	if (!mine) return;
	if (!conc_snapshot_clean()) note_others(run);
	mine->fingerprint = run->fingerprint;
	mine->accesses = run->accesses;
	conc_profile_end();
	mine->threads = run->threads > 1;
	mine->ended = true;
}

static void forks(void)
{
	conc_schedule_aside("fork", "the schedule of the child process is not explored", true);
}

/* ---- Workers ---- */

static uint64_t hash_file(int file, uint64_t size)
{
	uint64_t hash = FNV_BASIS;
	char buffer[4096];

	for (uint64_t at = 0; at < size;) {
		long got = conc_trap_call(SYS_pread64, file, buffer, sizeof buffer, at);
		if (got <= 0) break;
		for (long i = 0; i < got; i++) hash = (hash ^ (unsigned char)buffer[i]) * FNV_PRIME;
		at += (uint64_t)got;
	}
	return hash;
}

/* Empties a file of output. Returns whether there was anything, and then stores its hash, if hash
 * is not null. */
static bool empty(int file, uint64_t *hash)
{
	long size = conc_trap_call(SYS_lseek, file, 0, SEEK_END);

	if (size <= 0) return false;
	if (hash) *hash = hash_file(file, (uint64_t)size);
	conc_trap_call(SYS_ftruncate, file, 0);
	conc_trap_call(SYS_lseek, file, 0, SEEK_SET);
	return true;
}

static void lower_limit(uint64_t index)
{
	uint64_t limit = __atomic_load_n(&shared->limit, __ATOMIC_RELAXED);

	while (index < limit && !__atomic_compare_exchange_n(&shared->limit, &limit, index, 1,
	                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

static bool workers_help(void)
{
	uint64_t lost = __atomic_load_n(&shared->lost, __ATOMIC_RELAXED);

	return !shared->unfit &&
	       (lost < LOST_MOST || lost < __atomic_load_n(&shared->worked, __ATOMIC_RELAXED) / 2);
}

/* Takes the next seed; ends the worker if there is none. */
static uint64_t take_seed(void)
{
	uint64_t index = __atomic_fetch_add(&shared->next, 1, __ATOMIC_RELAXED);

	if (index >= __atomic_load_n(&shared->limit, __ATOMIC_RELAXED) || !workers_help())
		conc_trap_call(SYS_exit_group, 0);
	shared->runs[index].worked = true;
	__atomic_fetch_add(&shared->worked, 1, __ATOMIC_RELAXED);
	my_now->index = index;
	my_now->took = my_now->runs = true;
	return index;
}

static int worker_output, worker_errors;

/* The end of a worker's run. */
static void end_seed(int status, bool apart)
{
	struct run *run = mine;

	run->output = FNV_BASIS;
	empty(worker_output, &run->output);
	run->wrote = empty(worker_errors, NULL);
	conc_trap_call(SYS_lseek, STDIN_FILENO, 0, SEEK_SET);
	/* what came after the end of a run by a system call is not known: that is for a child */
	run->apart = apart || (!run->ended && status == O->status);
	run->bad = !run->apart && (status != O->status || run->raced ||
	                           (O->output && run->output != expected_hash));
	if (run->bad) lower_limit(my_now->index);
	if (run->apart || !conc_snapshot_clean())
		__atomic_fetch_add(&shared->lost, 1, __ATOMIC_RELAXED);
	my_now->runs = false;
	if (!conc_snapshot_clean()) conc_trap_call(SYS_exit_group, 0);
	conc_snapshot_back();
}

/* The run of the schedule that verify has chosen is over: chooses the next one. Returns whether
 * there is one. */
static bool verify_next(void)
{
	bool counts;

	shared->verified.done = !conc_verify_next(&counts);
	shared->verified.runs++;
	shared->verified.schedules += counts;
	return !shared->verified.done;
}

/* The end of a worker's run by verify. If there is anything to say of it, the worker ends, and a
 * child runs the same schedule. */
static void end_verified(int status, bool apart)
{
	uint64_t output = FNV_BASIS;
	bool wrote;

	empty(worker_output, &output);
	wrote = empty(worker_errors, NULL);
	conc_trap_call(SYS_lseek, STDIN_FILENO, 0, SEEK_SET);
	shared->verified.suspect = !apart && (status != O->status || mine->raced ||
	                                      (O->output && output != expected_hash));
	if (apart || shared->verified.suspect || !mine->ended || (wrote && !shared->verified.said))
		conc_trap_call(SYS_exit_group, 0);
	__atomic_fetch_add(&shared->worked, 1, __ATOMIC_RELAXED);
	my_now->index++;
	if (!verify_next() || shared->verified.stop || !conc_snapshot_clean())
		conc_trap_call(SYS_exit_group, 0);
	conc_snapshot_back();
}

static void be_worker(const struct child *child)
{
	my_now = &shared->now[child - children];
	my_now->took = O->verify;
	worker_output = child->output;
	worker_errors = child->errors;
	if (!conc_snapshot_take(O->verify ? end_verified : end_seed)) {
		shared->unfit = true;
		_exit(0);
	}
	begin_seed(O->verify ? 0 : take_seed());
	if (O->verify) *mine = (struct run){.asides = mine->asides};
}

/* ---- Start and end ---- */

/* Forks a child for a seed, or a worker. Returns true in the child. */
static bool explore_start(struct child *child, uint64_t index, bool works)
{
	*child = (struct child){.works = works,
	                        .index = index,
	                        .deadline = real_time(CLOCK_MONOTONIC) + O->limit,
	                        .output = memory_file("stdout"),
	                        .errors = memory_file("stderr")};
	if (works) {
		shared->now[child - children].took = shared->now[child - children].runs = false;
	} else {
		child->before = shared->runs[index];
		shared->runs[index] = (struct run){.judged = true};
	}
	child->pid = fork();
	if (child->pid < 0) give_up("fork");
	running++;
	working += works;
	if (child->pid) return false;
	be_child(child);
	if (works) be_worker(child);
	else begin_seed(index);
	return true;
}

/* Looks at what the child wrote to standard output. */
static const char *difference(const struct child *child)
{
	size_t size;
	char *text = contents(child->output, &size);
	bool same = !O->output || (size == expected_size && !memcmp(text, expected, size));

	shared->runs[child->index].output = hash_file(child->output, size);
	munmap(text, size + 1);
	return same ? NULL : "its standard output is not that of output:FILE";
}

/* Keeps in *kept the run with the lower seed, and closes the files of the other. */
static void keep(struct child *kept, const struct child *other)
{
	const struct child *forgotten = kept->pid ? kept : NULL;

	if (kept->pid && kept->index < other->index) forgotten = other;
	if (forgotten) {
		close(forgotten->output);
		close(forgotten->errors);
	}
	if (forgotten != other) *kept = *other;
}

/* A worker has ended: with its last run, or in the middle of one. */
static void worker_ended(struct child *child, int status)
{
	const struct now *last = &shared->now[child - children];

	if (!last->took && status) shared->unfit = true; /* the next one would not get further */
	if (last->runs) {
		shared->runs[last->index].bad = true;
		lower_limit(last->index);
	}
	if (kill(-child->pid, SIGKILL) == 0)
		note_aside(&shared->runs[last->index], a_process, of_its_own, false);
	close(child->output);
	close(child->errors);
	child->pid = 0;
	running--;
	working--;
}

/* Compares what a child says of a seed with what a worker has said. What did not come from the seed
 * may differ. */
static void compare(const struct run *worker, const struct run *child, bool good)
{
	bool outside = worker->asides || child->asides;

	if (!worker->worked || worker->apart) return;
	if (worker->bad ? good
	                : !outside && (worker->fingerprint != child->fingerprint ||
	                               worker->output != child->output ||
	                               worker->accesses != child->accesses)) {
		differed = true;
		left_behind = left_behind || !outside;
	}
}

static void ended(struct child *child, int status)
{
	const char *why = difference(child);
	struct run *run = &shared->runs[child->index];
	bool good = !child->killed && WIFEXITED(status) && WEXITSTATUS(status) == O->status &&
	            !run->raced;

	if (kill(-child->pid, SIGKILL) == 0) note_aside(run, a_process, of_its_own, false);
	if (good && !run->ended)
		note_aside(run, "exec, or an end by a system call",
		           "nothing is known of what came after it", true);
	child->status = status;
	child->difference = good ? why : NULL;
	run->wrote = lseek(child->errors, 0, SEEK_END) != 0;
	compare(&child->before, run, good && !why);
	if (!good || why) {
		keep(&failure, child);
	} else if (run->wrote) {
		keep(&said, child);
	} else {
		close(child->output);
		close(child->errors);
	}
	child->pid = 0;
	running--;
}

static struct child *explore_find(pid_t pid)
{
	for (size_t i = 0; i < O->jobs; i++)
		if (children[i].pid == pid) return &children[i];
	return NULL;
}

static void on_child(int number)
{
	(void)number;
}

/* Waits until a child has ended, at most 200 ms. Kills those that take too long. */
static void wait_for_one(void)
{
	struct timespec while_ = {.tv_nsec = 200000000};
	struct child *child;
	uint64_t time;
	int status;
	pid_t pid;

	ppoll(NULL, 0, &while_, &without_child);
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		if ((child = explore_find(pid))) {
			if (child->works) worker_ended(child, status);
			else ended(child, status);
		}
	time = real_time(CLOCK_MONOTONIC);
	for (child = children; child < children + O->jobs; child++)
		if (child->pid && child->works &&
		    child->index != shared->now[child - children].index) {
			child->index = shared->now[child - children].index;
			child->deadline = time + O->limit;
		} else if (child->pid && time > child->deadline) {
			child->killed = true;
			kill(-child->pid, SIGKILL);
			kill(child->pid, SIGKILL);
		}
}

/* ---- The answer ---- */

static void show(const char *what, int file)
{
	size_t size;
	char *text = contents(file, &size);

	if (size) {
		fprintf(stderr, "---- %s ----\n", what);
		fwrite(text, 1, size > SHOWN ? SHOWN : size, stderr);
		if (size > SHOWN) fprintf(stderr, "\n… %zu bytes more", size - SHOWN);
		if (size > SHOWN || text[size - 1] != '\n') fputc('\n', stderr);
	}
	munmap(text, size + 1);
}

/* Prints a word quoted for a shell. */
static void print_word(FILE *file, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789_-+=./,:@%";

	if (*word && strspn(word, plain) == strlen(word)) {
		fprintf(file, " %s", word);
		return;
	}
	fputs(" '", file);
	for (; *word; word++) fprintf(file, *word == '\'' ? "'\\''" : "%c", *word);
	fputc('\'', file);
}

/* Prints the command that repeats the run. CONC_SCHEDULE_AGAIN: how the program was called, if not
 * by its arguments; the words of CONC_SCHEDULE replace its %s. */
static void print_command(FILE *file, const char *title, uint64_t index, const char *more,
                          int count, char **arguments)
{
	const char *again = getenv("CONC_SCHEDULE_AGAIN"), *words;
	const char *processors = getenv("CONC_PROCESSORS");
	unsigned long long from = O->from;
	char first[32] = "", *text;

	if (index && conc_profile->groups) snprintf(first, sizeof first, ",first:%llu", from);
	if (asprintf(&text, "seed:%llu%s%s%s", from + index, first,
	             index && !*first ? O->replays : first_replays, more) < 0)
		return;
	fputs(title, file);
	if (processors) fprintf(file, "CONC_PROCESSORS=%s ", processors);
	if (again && (words = strstr(again, "%s"))) {
		fprintf(file, "%.*s%s%s\n", (int)(words - again), again, text, words + 2);
	} else {
		fprintf(file, "CONC_SCHEDULE=%s", text);
		for (int i = 0; i < count; i++) print_word(file, arguments[i]);
		fputc('\n', file);
	}
	free(text);
}

/* Writes a test that repeats the failure. failed: what it is, in one line. more: words. Returns
 * false, after it has said why, if it cannot. */
static bool keep_test(const char *failed, const char *more, int count, char **arguments)
{
	const char *slash = count ? strrchr(arguments[0], '/') : NULL, *program = "program";
	unsigned long long seed = O->from + failure.index;
	char *name;
	FILE *file;

	if (count) program = slash ? slash + 1 : arguments[0];
	if (asprintf(&name, "%s/%s_seed_%llu.sh", O->keep, program, seed) < 0) give_up("no memory");
	file = fopen(name, "we");
	if (!file) {
		fprintf(stderr, "conc: cannot keep a test in %s: %s\n", name, strerror(errno));
		return false;
	}
	fprintf(file, "#!/bin/sh\n# %s\n# Passes if this schedule does not fail any more.\n",
	        failed);
	fputs("# Run it where the exploration ran.\n", file);
	print_command(file, "exec env ", failure.index, more, count, arguments);
	fchmod(fileno(file), 0755);
	if (fclose(file)) give_up(name);
	fprintf(stderr, "conc: kept:   %s\n", name);
	fprintf(stderr, "conc:   make:   check: ; sh %s\n", name);
	fprintf(stderr,
	        "conc:   CTest:  add_test(NAME %s_seed_%llu COMMAND sh %s WORKING_DIRECTORY "
	        "${CMAKE_SOURCE_DIR})\n",
	        program, seed, name);
	fprintf(stderr,
	        "conc:   Meson:  test('%s_seed_%llu', find_program('sh'), args: '%s', workdir: "
	        "meson.project_source_root())\n",
	        program, seed, name);
	free(name);
	return true;
}

static struct timespec started;
static int report_file; /* gets what is said, if there is to be a report */

static void report_begins(void)
{
	if (!O->report) return;
	said_before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	report_file = memory_file("report");
	dup2(report_file, STDERR_FILENO);
}

/* Writes the report, if there is to be one, and ends. */
static _Noreturn void report_ends(struct conc_report report, int count, char **arguments,
                                  int status)
{
	size_t size;
	char *text;

	if (!O->report) _exit(status);
	fflush(stderr);
	dup2(said_before, STDERR_FILENO);
	text = contents(report_file, &size);
	fwrite(text, 1, size, stderr);
	report.text = text;
	report.program = count ? arguments[0] : "";
	report.seconds =
	        (double)(real_time(CLOCK_MONOTONIC) - conc_schedule_nanoseconds(&started)) / 1e9;
	if (!conc_report_write(O->report, &report)) {
		fprintf(stderr, "conc: cannot write the report %s: %s\n", O->report,
		        strerror(errno));
		_exit(2);
	}
	_exit(status);
}

static jmp_buf beginning;   /* where a trial goes on, as a child */
static uint64_t trials_end; /* real time */

#define TRIALS UINT64_C(5000000000) /* nanoseconds for all of them */
#define TRIAL UINT64_C(1000000000)  /* for one */

/* Returns the first line of a text up to the first space: where it stopped. */
static size_t first_word(const char *text)
{
	return strcspn(text, " \n");
}

static bool same_message(int one, int other)
{
	size_t size, other_size;
	char *a = contents(one, &size), *b = contents(other, &other_size);
	bool same = first_word(a) == first_word(b) && !memcmp(a, b, first_word(a));

	munmap(a, size + 1);
	munmap(b, other_size + 1);
	return same;
}

/* conc_schedule_explain: makes the run of the failure again. any: may it fail in another way? */
static bool fails_again(bool *more, bool any)
{
	struct child child = {.index = failure.index,
	                      .deadline = real_time(CLOCK_MONOTONIC) + TRIAL,
	                      .output = memory_file("stdout"),
	                      .errors = memory_file("stderr")};
	struct run *run = &shared->runs[failure.index], before = *run;
	struct timespec while_ = {.tv_nsec = 200000000};
	bool same;

	*run = (struct run){0};
	child.pid = fork();
	if (child.pid < 0) { /* the failure is worth more than its explanation */
		*run = before;
		close(child.output);
		close(child.errors);
		return *more = false;
	}
	if (child.pid == 0) {
		be_child(&child);
		begin_seed(failure.index);
		if (failure.index == 0) conc_profile = common_memory(sizeof *conc_profile);
		conc_verify_on = O->verify && !conc_switches;
		if (conc_switches) O->operations = true; /* as the word switches: does */
		longjmp(beginning, 1);
	}
	while (waitpid(child.pid, &child.status, WNOHANG) == 0) {
		ppoll(NULL, 0, &while_, &without_child);
		if (real_time(CLOCK_MONOTONIC) > child.deadline) {
			kill(-child.pid, SIGKILL);
			any = false;
		}
	}
	kill(-child.pid, SIGKILL);
	same = (child.status == failure.status && run->raced == before.raced &&
	        same_message(child.errors, failure.errors)) ||
	       (any &&
	        (run->raced || !WIFEXITED(child.status) || WEXITSTATUS(child.status) != O->status));
	*run = before;
	close(child.output);
	close(child.errors);
	*more = real_time(CLOCK_MONOTONIC) < trials_end;
	return same;
}

static const char *why_failed(void)
{
	static char text[64];

	if (failure.killed) {
		snprintf(text, sizeof text, "no end within %llu ms",
		         (unsigned long long)O->limit / 1000000);
		return text;
	}
	if (WIFSIGNALED(failure.status)) return strsignal(WTERMSIG(failure.status));
	if (shared->runs[failure.index].raced) return "a data race";
	if (failure.difference) return failure.difference;
	snprintf(text, sizeof text, "exit status %d instead of %d", WEXITSTATUS(failure.status),
	         O->status);
	return text;
}

static _Noreturn void report_failure(int count, char **arguments)
{
	static char small[1024]; /* words of CONC_SCHEDULE */
	struct conc_report report;
	bool tell, told, kept = true;
	char *failed;
	size_t size;

	report_begins();
	show("standard output", failure.output);
	show("standard error", failure.errors);
	if (O->verify ? asprintf(&failed, "a schedule fails: %s", why_failed()) < 0
	              : asprintf(&failed, "seed %llu fails, the first of %llu: %s",
	                         (unsigned long long)(O->from + failure.index),
	                         (unsigned long long)O->count, why_failed()) < 0)
		give_up("no memory");
	fprintf(stderr, "conc: %s\n", failed);
	/* the report of a race names both places, in whatever order they come; a seed repeats it */
	tell = !failure.killed && !failure.difference &&
	       (!shared->runs[failure.index].raced || O->verify);
	strcpy(small, ",switches:");
	trials_end = real_time(CLOCK_MONOTONIC) + TRIALS;
	told = tell && conc_schedule_explain(fails_again, common_memory(sizeof(struct conc_story)),
	                                     small + strlen(small), sizeof small - strlen(small));
	if (tell && !told)
		fprintf(stderr, "conc: no list of switches repeats that: it needs one inside an "
		                "operation, or something else that is drawn\n");
	if (!O->verify)
		print_command(stderr, "conc: again:  ", failure.index, "", count, arguments);
	if (told) {
		char debug[sizeof small + 32];
		print_command(stderr, "conc: small:  ", failure.index, small, count, arguments);
		snprintf(debug, sizeof debug, "%s,stop:%u", small, conc_schedule_too_late());
		print_command(stderr, "conc: debug:  ", failure.index, debug, count, arguments);
	}
	if (!O->verify)
		print_command(stderr, "conc: trace:  ", failure.index, ",trace:trace.json", count,
		              arguments);
	/* a schedule that is none of a seed's has no other command */
	if (O->keep && (told || !O->verify))
		kept = keep_test(failed, told ? small : "", count, arguments);
	report = (struct conc_report){.failed = failed, .first = contents(failure.errors, &size)};
	if (told) report.told = conc_schedule_told(&report.told_count);
	report_ends(report, count, arguments, kept ? 1 : 2);
}

/* Names a seed of each output, the first that had it. */
static void print_outputs(int count, char **arguments)
{
	uint64_t first[OUTPUTS], different = 0;

	for (uint64_t i = 0; i < O->count && different <= OUTPUTS; i++) {
		uint64_t k = 0;
		while (k < different && shared->runs[first[k]].output != shared->runs[i].output)
			k++;
		if (k == different && different++ < OUTPUTS) first[k] = i;
	}
	if (different < 2) return;
	fprintf(stderr, "conc: the outputs differ between seeds:\n");
	for (uint64_t k = 0; k < different && k < OUTPUTS; k++)
		print_command(stderr, "conc:   ", first[k], "", count, arguments);
	if (different > OUTPUTS) fprintf(stderr, "conc:   and others\n");
}

static int explore_compare(const void *a, const void *b)
{
	const struct run *x = a, *y = b;

	return (x->fingerprint > y->fingerprint) - (x->fingerprint < y->fingerprint);
}

static uint64_t different_schedules(void)
{
	uint64_t different = 0, last = 0;

	qsort(shared->runs, O->count, sizeof *shared->runs, explore_compare);
	for (uint64_t i = 0; i < O->count; i++) {
		const struct run *run = &shared->runs[i];
		different += run->ended && (different == 0 || run->fingerprint != last);
		if (run->ended) last = run->fingerprint;
	}
	return different;
}

static void print_asides(bool untested)
{
	for (unsigned i = 0; i < ASIDES && shared->asides[i].what; i++) {
		const struct aside *row = &shared->asides[i];
		unsigned long long runs = 0;

		if (row->untested != untested) continue;
		for (uint64_t k = 0; k < O->count; k++) runs += shared->runs[k].asides >> i & 1;
		fprintf(stderr, "conc:   %s: %s (%llu of %llu runs)\n", row->what, row->why, runs,
		        (unsigned long long)O->count);
	}
}

static bool any_aside(bool untested)
{
	for (unsigned i = 0; i < ASIDES && shared->asides[i].what; i++)
		if (shared->asides[i].untested == untested) return true;
	return false;
}

/* Returns why runs without a failure say nothing about the order of threads, or NULL if they do. */
static const char *unexplored(uint64_t different)
{
	bool threads = different == 0; /* no run is known */

	for (uint64_t i = 0; i < O->count; i++) threads |= shared->runs[i].threads;
	if (!threads) return "no other thread ran beside main: there was nothing to order";
	return O->count > 1 && different == 1 ? "all runs had the same schedule" : NULL;
}

static _Noreturn void report_success(int count, char **arguments)
{
	uint64_t different;
	const char *why;
	bool untested;

	report_begins();
	if (said.pid) {
		char title[80];
		snprintf(title, sizeof title, "standard error of seed %llu, which did not fail",
		         (unsigned long long)(O->from + said.index));
		show(title, said.errors);
	}
	print_outputs(count, arguments);
	different = different_schedules(); /* sorts the runs */
	why = unexplored(different);
	untested = why || any_aside(true);
	if (left_behind)
		fprintf(stderr,
		        "conc: what a run left behind changed later ones, so that each seed had a "
		        "process of its own\n");
	fprintf(stderr, "conc: %llu seeds, %llu different schedule%s, %s\n",
	        (unsigned long long)O->count, (unsigned long long)different,
	        different == 1 ? "" : "s",
	        untested ? "no failure seen, but not everything was tested:" : "none failed");
	if (why) fprintf(stderr, "conc:   %s\n", why);
	print_asides(true);
	if (any_aside(false)) fprintf(stderr, "conc: not of the seed:\n");
	print_asides(false);
	report_ends(
	        (struct conc_report){.untested = untested ? why ? why : "not everything was tested"
	                                                  : NULL},
	        count, arguments, untested ? UNTESTED : 0);
}

/* ---- The first process ---- */

/* PCT needs the length of a run: the first seed runs alone and gives its length to the others. */
static void note_length(void)
{
	char *all;

	if (O->length || !shared->runs[0].accesses) return;
	O->length = shared->runs[0].accesses;
	if (asprintf(&all, "%s,length:%llu", O->replays, (unsigned long long)O->length) > 0)
		O->replays = all;
}

static void prepare(void)
{
	struct sigaction action = {.sa_handler = on_child};
	sigset_t child;
	int file;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &without_child);
	sigaction(SIGCHLD, &action, NULL);
	shared = common_memory(sizeof *shared + O->count * sizeof *shared->runs);
	conc_profile = common_memory(sizeof *conc_profile);
	shared->limit = O->count;
	no_workers = O->apart;
	if (!O->jobs) O->jobs = conc_os_cpus();
	if (O->jobs > sizeof children / sizeof *children)
		O->jobs = sizeof children / sizeof *children;
	first_replays = O->replays;
	keep_input();
	if (!O->output) return;
	file = open(O->output, O_RDONLY | O_CLOEXEC);
	if (file < 0) give_up(O->output);
	expected = contents(file, &expected_size);
	expected_hash = hash_file(file, expected_size);
	close(file);
}

/* Is there a comparison for this seed, whatever a worker says of it? */
static bool is_sample(uint64_t index)
{
	return index >= 16 && !(index & (index - 1)) && __builtin_ctzll(index) % 4 == 0;
}

/* Finds the next seed for a child of its own, up to those that workers have taken. */
static bool next_single(void)
{
	uint64_t end = shared->next < O->count ? shared->next : O->count;

	if (no_workers) end = O->count;
	else if (working) return false;
	for (; single < end; single++) {
		const struct run *run = &shared->runs[single];
		if (run->judged) continue;
		if (run->bad || run->apart || !run->worked || is_sample(single)) return true;
	}
	return false;
}

/* Nobody fails: standard error is shown of the lowest seed that wrote there. */
static bool find_said(void)
{
	for (uint64_t i = 0; i < O->count; i++) {
		if (!shared->runs[i].wrote) continue;
		if (shared->runs[i].judged) return false;
		shared->runs[i].apart = true;
		single = i;
		return true;
	}
	return false;
}

/* Workers say what is not so: children say it all. */
static void start_again(void)
{
	for (uint64_t i = 0; i < O->count; i++)
		if (!shared->runs[i].judged) shared->runs[i] = (struct run){0};
	no_workers = true;
	single = 0;
}

/* Starts what there is to start. Returns true in a child; *idle: there is nothing. */
static bool start_next(struct child *free, bool *idle)
{
	*idle = false;
	if (!shared->runs[0].judged) return explore_start(free, 0, false);
	if (O->count > 1 && shared->next == 0) { /* the first one is to tell the length */
		if (running) return false;
		note_length();
		shared->next = single = 1;
	}
	if (!no_workers && !working && !workers_help()) no_workers = true;
	if (differed && !no_workers && !running) start_again();
	if (next_single()) return explore_start(free, single++, false);
	if (workers_help() && !no_workers && shared->next < shared->limit && (working || !running))
		return explore_start(free, 0, true);
	*idle = true;
	return false;
}

void conc_schedule_first(void)
{
	uint64_t seed = O->seed;
	int file;

	O->from = O->first;
	O->count = O->jobs = 1;
	prepare();
	if (explore_start(children, 0, false)) return;
	while (running) wait_for_one();
	note_length();
	O->seed = seed;
	if (input >= 0) {
		file = fresh_input();
		dup2(file, STDIN_FILENO);
		close(file);
	}
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_SETMASK, &without_child, NULL);
}

/* Says what all schedules have shown. */
static _Noreturn void report_verified(unsigned long long schedules, unsigned long long runs,
                                      int count, char **arguments)
{
	const char *left_out = conc_verify_left_out(0);

	if (!left_out) left_out = shared->asides[0].what;
	report_begins();
	if (said.pid) show("standard error of a schedule, which did not fail", said.errors);
	fprintf(stderr, "conc: %s%llu schedule%s: none fails%s (%llu runs)\n",
	        left_out ? "" : "all ", schedules, schedules == 1 ? "" : "s",
	        left_out ? ", but left out:" : "", runs);
	for (unsigned i = 0; conc_verify_left_out(i); i++)
		fprintf(stderr, "conc:   %s\n", conc_verify_left_out(i));
	if (conc_verify_looked())
		fputs("conc:   a loop that only loads was taken to wait for a change\n", stderr);
	for (unsigned i = 0; i < ASIDES && shared->asides[i].what; i++)
		fprintf(stderr, "conc:   %s: %s\n", shared->asides[i].what, shared->asides[i].why);
	report_ends((struct conc_report){.untested = left_out}, count, arguments,
	            left_out ? UNTESTED : 0);
}

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = true;
}

/* A worker was mistaken: children run all of it. */
static void verify_again(void)
{
	no_workers = true;
	memset(&shared->verified, 0, sizeof shared->verified);
	memset(conc_verify, 0, conc_verify_size());
}

/* One schedule after the other: in a worker, and those of which there is something to say in a
 * child. Returns in these two. */
static void verify_all(int count, char **arguments)
{
	struct sigaction action = {.sa_handler = on_interrupt};

	conc_verify = common_memory(conc_verify_size());
	sigaction(SIGINT, &action, &before_interrupts);
	for (bool works = true; !shared->verified.done && !interrupted; works = !works) {
		if (works && (no_workers || !workers_help())) continue;
		shared->verified.suspect &= !works;
		if (explore_start(children, 0, works)) {
			conc_profile_on = false;
			conc_verify_on = true;
			return;
		}
		while (running) {
			wait_for_one();
			shared->verified.stop = interrupted;
		}
		if (works) {
			shared->lost++;
			continue;
		}
		if (failure.pid) report_failure(count, arguments);
		shared->verified.said = said.pid;
		conc_verify_on = true;
		if (shared->verified.suspect) verify_again();
		else verify_next();
		conc_verify_on = false;
	}
	conc_verify_on = true;
	if (!shared->verified.done) conc_verify_leaves_out("the rest: it was interrupted");
	report_verified(shared->verified.schedules, shared->verified.runs, count, arguments);
}

/* Returns in a child. */
static void explore_all(int count, char **arguments)
{
	bool idle = false;

	for (;;) {
		struct child *free = explore_find(0);
		size_t before = running;
		if (free && !failure.pid && start_next(free, &idle)) break;
		if (running > before) continue;
		if (running > 0) wait_for_one();
		else if (failure.pid) report_failure(count, arguments);
		else if (idle && !find_said()) report_success(count, arguments);
	}
}

void conc_schedule_explore(int count, char **arguments)
{
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &started);
	prepare();
	if (setjmp(beginning)) return;
	if (O->verify) verify_all(count, arguments);
	else explore_all(count, arguments);
}
