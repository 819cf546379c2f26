/* SPDX-License-Identifier: MIT */
/* Runs each scenario with each call of each function failing, in a process of its own.
 *
 *     run                    every scenario
 *     run NAME …             these
 *     run --scenario NAME    the scenario itself (CONC_FAULT=…: inject.h)
 *
 * Allowed: the right end with nothing on standard error but warnings; or a stop by SIGABRT
 * with one line that says what was lacking. The n-th call is made to fail for n = 1, 2, … until
 * a run has no n-th call, and from 13 on with growing steps: it alone, and it and all later ones
 * (for n = 1 only where the program must go on in any case). */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "inject.h"
#include "scenario.h"

#define LIMIT_MS 10000
#define EVERY 12 /* n is tried one by one up to here */

/* ---- What may be said ---- */

/* { how it may stop, what it may warn of before it goes on } */
#define NONE {NULL, NULL}
#define MAPPING {MAPPING_STOP, MAPPING_WARNING}
#define HEAP {HEAP_STOP, NULL}
#define KERNEL_THREAD {KERNEL_THREAD_STOP, KERNEL_THREAD_WARNING}
#define START {START_STOP, NULL}
#define EPOLL {"cannot wait for descriptor [0-9]+: .+|signalled\\([0-9]+\\): .+", \
	       "epoll: .+: waiting for a descriptor holds a kernel thread"}
#define BARRIER {"the kernel refuses membarrier, which it allowed at the start: .+", NULL}
#define CLOCK {"cannot read the clock: .+", NULL}

#define GOES_ON ": .+: the program goes on with fewer processors"
#define HOPELESS "cannot start a kernel thread: nobody runs what is ready"
#define MAPPING_STOP                                                                 \
	"no memory to start|no memory for threads|no memory for descriptors|no memory for stacks \\([0-9]+ bytes\\)|" HOPELESS
#define MAPPING_WARNING                             \
	"no memory for a kernel thread" GOES_ON "|" \
	"no look for leaked threads: no memory to search in, or no /proc"
#define HEAP_STOP                                                                                \
	"no memory to spawn [a-z_]+|new: no memory for [0-9]+ bytes|out of memory for a lock|"   \
	"no memory for [0-9]+ bytes of conc_local|out of memory for CONC_DEBUG"
#define KERNEL_THREAD_STOP "cannot start a kernel thread \\(the watchdog\\): .+|" HOPELESS
#define KERNEL_THREAD_WARNING "cannot start a kernel thread" GOES_ON
#define START_STOP "cannot start: .+: .+"

struct said {
	const char *stop, *warning;
};

static const struct function {
	const char *name;
	struct said said;
} functions[] = {
#define LIBC(name, type, refusal, error, stop, ...) {#name, stop},
#define ERROR(name, error, stop, ...) {#name, stop},
#define SYSCALL(name, error, stop, ...) {#name, stop},
#include "functions.h"
};

static const struct scenario {
	const char *name;
	void (*run)(void);
	const char *environment, *always, *functions, *end;
} scenarios[] = {
#define SCENARIO(name, environment, always, functions, end) \
	{#name, scenario_##name, environment, always, functions, end},
	SCENARIOS
};

/* Where addresses are short, anything may be lacking. */
static const struct function address_space = {
	"address_space",
	{MAPPING_STOP "|" HEAP_STOP "|" KERNEL_THREAD_STOP "|" START_STOP,
	 MAPPING_WARNING "|" KERNEL_THREAD_WARNING}};

static bool matches(const char *pattern, const char *line)
{
	char whole[2048];
	regex_t compiled;
	bool found;

	snprintf(whole, sizeof whole, "^(%s)$", pattern);
	if (regcomp(&compiled, whole, REG_EXTENDED | REG_NOSUB) != 0)
		abort();
	found = regexec(&compiled, line, 0, NULL, 0) == 0;
	regfree(&compiled);
	return found;
}

/* ---- One run ---- */

struct outcome {
	int status;
	bool late;
	char said[16384]; /* standard error */
	char text[64];    /* standard output */
	char mark[64];
};

struct pipe {
	int ends[2];
	char *text;
	size_t room, used;
};

static void open_pipe(struct pipe *p, char *text, size_t size)
{
	if (pipe(p->ends) != 0)
		abort();
	p->text = text;
	p->room = size - 1;
	p->used = 0;
}

static _Noreturn void become(const struct scenario *s, const char *faults, struct pipe *pipes)
{
	char environment[128];

	setpgid(0, 0);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	for (int i = 0; i < 3; i++)
		dup2(pipes[i].ends[1], i + 1);
	for (int i = 4; i < 20; i++)
		close(i);
	snprintf(environment, sizeof environment, "%s", s->environment);
	for (char *save, *one = strtok_r(environment, " ", &save); one;
		one = strtok_r(NULL, " ", &save))
		putenv(one);
	setenv("CONC_FAULT", faults, 1);
	execl("/proc/self/exe", "run", "--scenario", s->name, (char *)NULL);
	_exit(126);
}

/* Reads what there is, as far as there is room; false at the end. */
static bool take(struct pipe *p)
{
	char lost[64];
	size_t room = p->room - p->used;
	ssize_t got = room ? read(p->ends[0], p->text + p->used, room)
			   : read(p->ends[0], lost, sizeof lost);

	if (got > 0 && room)
		p->used += (size_t)got;
	return got > 0;
}

/* Reads until all three are closed; false if that takes too long. */
static bool drain(struct pipe *pipes)
{
	struct pollfd polled[3];
	int open = 3;

	for (int i = 0; i < 3; i++)
		polled[i] = (struct pollfd){pipes[i].ends[0], POLLIN, 0};
	while (open > 0) {
		if (poll(polled, 3, LIMIT_MS) <= 0)
			return false;
		for (int i = 0; i < 3; i++)
			if (polled[i].revents && !take(&pipes[i])) {
				polled[i].fd = -1;
				open--;
			}
	}
	return true;
}

static unsigned runs;

static struct outcome run(const struct scenario *s, const char *faults)
{
	struct outcome o = {0};
	struct pipe pipes[3];
	pid_t child;

	open_pipe(&pipes[0], o.text, sizeof o.text);
	open_pipe(&pipes[1], o.said, sizeof o.said);
	open_pipe(&pipes[2], o.mark, sizeof o.mark);
	runs++;
	fflush(stdout);
	child = fork();
	if (child == 0)
		become(s, faults, pipes);
	for (int i = 0; i < 3; i++)
		close(pipes[i].ends[1]);
	o.late = !drain(pipes);
	if (o.late)
		kill(-child, SIGKILL);
	waitpid(child, &o.status, 0);
	for (int i = 0; i < 3; i++)
		close(pipes[i].ends[0]);
	return o;
}

/* ---- What came of it ---- */

static bool is_warning(const char *line, const char *warning)
{
	char pattern[512];

	snprintf(pattern, sizeof pattern, "([^ ]+:[0-9]+: )?conc: warning: (%s)( \\(thread .*\\))?",
		warning ? warning : "");
	return warning && matches(pattern, line);
}

static bool aborted(const struct outcome *o)
{
	return WIFSIGNALED(o->status) && WTERMSIG(o->status) == SIGABRT;
}

static bool says(const char *what, const char *line)
{
	char pattern[1024];

	snprintf(pattern, sizeof pattern, "([^ ]+:[0-9]+: )?conc: (%s)( \\(thread .*\\))?", what ? what : "");
	return what && matches(pattern, line);
}

/* The first line of text that is no allowed warning, ended by a 0; *more: there is another. Of a parent
 * and its child, both may say why they stop. */
static char *first_line(const struct scenario *s, char *text, struct said said, bool *more)
{
	char *first = NULL, *line = text, *end;

	for (*more = false; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (is_warning(line, said.warning))
			continue;
		*more |= first && !(strcmp(s->name, "forked") == 0 && says(said.stop, line));
		if (!first)
			first = line;
	}
	return first ? first : line;
}

/* Also right: the process ended well before another kernel thread, which had just said why it stops the
 * program, could abort. */
static bool ended_before_the_stop(const struct scenario *s, const struct outcome *o, const char *what,
                                  const char *line)
{
	return !s->end && o->status == 0 && strcmp(o->text, "right\n") == 0 && says(what, line);
}

static bool right_end(const struct scenario *s, const struct outcome *o, const char *line)
{
	char pattern[512];

	if (!s->end)
		return o->status == 0 && strcmp(o->text, "right\n") == 0 && !*line;
	snprintf(pattern, sizeof pattern, ".*(%s).*", s->end);
	return aborted(o) && matches(pattern, line);
}

static bool allowed(const struct scenario *s, const struct outcome *o, struct said said)
{
	char text[sizeof o->said];
	bool more;
	const char *line;

	memcpy(text, o->said, sizeof text);
	line = first_line(s, text, said, &more);
	if (o->late)
		return false;
	if (right_end(s, o, line))
		return true;
	return !more && ((aborted(o) && says(said.stop, line)) || ended_before_the_stop(s, o, said.stop, line));
}

static bool complain(const struct scenario *s, const char *faults, const struct outcome *o)
{
	printf("not ok - %s %s CONC_FAULT=%s: %s %#x, said: %s%s\n", s->environment, s->name, faults,
		o->late ? "it hangs;" : "status", (unsigned)o->status, o->text, o->said);
	return false;
}

/* ---- Sweeping ---- */

static bool try(const struct scenario *s, const struct function *f, unsigned n, const char *plus,
		struct outcome *o)
{
	char faults[128];

	snprintf(faults, sizeof faults, "%s%s%s:%u%s", s->always ? s->always : "",
		s->always ? "," : "", f->name, n, plus);
	*o = run(s, faults);
	return allowed(s, o, f->said) || complain(s, faults, o);
}

static void sweep(const struct scenario *s, const struct function *f, const char *plus)
{
	static struct outcome o;
	unsigned n = 1, bad = 0;

	do {
		bad += !try(s, f, n, plus, &o);
		n += n > EVERY ? n / 3 : 1;
	} while (strchr(o.mark, FAULT_LETTER(f - functions)) && bad < 5 &&
		 (f->said.stop || !*plus));
	if (!bad)
		printf("ok - %s: %s%s, %u\n", s->name, f->name, *plus ? " from then on" : "", n - 1);
}

/* AddressSanitizer needs terabytes of addresses, and a forked child may find its allocator
 * locked. */
static bool skipped(const char *name)
{
#if defined(__SANITIZE_ADDRESS__)
	return strcmp(name, "address_space") == 0 || strcmp(name, "forked") == 0;
#else
	(void)name;
	return false;
#endif
}

/* So many MiB of addresses; what a scenario needs is between the first and the last. */
static void sweep_addresses(const struct scenario *s)
{
	static struct outcome o;
	unsigned bad = 0, tried = 0;

	for (unsigned mib = 3; mib < 1200 && bad < 5; mib += mib / 5 + 1, tried++)
		bad += !try(s, &address_space, mib, "", &o);
	if (!bad)
		printf("ok - %s: address_space, %u\n", s->name, tried);
}

static const struct function *function_named(const char *name)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (strcmp(functions[i].name, name) == 0)
			return &functions[i];
	fprintf(stderr, "no such function: %s\n", name);
	exit(2);
}

static void sweep_named(const struct scenario *s, char *name)
{
	char only = name[strlen(name) - 1];
	const struct function *f;

	if (skipped(name))
		return;
	if (strcmp(name, address_space.name) == 0) {
		sweep_addresses(s);
		return;
	}
	if (only == '+' || only == '-')
		name[strlen(name) - 1] = '\0';
	f = function_named(name);
	if (only != '+')
		sweep(s, f, "");
	if (only != '-')
		sweep(s, f, "+");
}

static void without(const struct scenario *s)
{
	const char *faults = s->always ? s->always : "";
	struct said said = {NULL, s->always ? address_space.said.warning : NULL};
	struct outcome o = run(s, faults);

	if (allowed(s, &o, said) || complain(s, faults, &o))
		printf("ok - %s: %s\n", s->name, s->always ? s->always : "no faults");
}

static void sweep_all(const struct scenario *s)
{
	char names[1024];

	if (skipped(s->name))
		return;
	without(s);
	snprintf(names, sizeof names, "%s", s->functions);
	for (char *save, *name = strtok_r(names, " ", &save); name;
		name = strtok_r(NULL, " ", &save))
		sweep_named(s, name);
}

static const struct scenario *scenario_named(const char *name)
{
	for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
		if (strcmp(scenarios[i].name, name) == 0)
			return &scenarios[i];
	fprintf(stderr, "no such scenario: %s\n", name);
	exit(2);
}

static int perform(const char *name)
{
	scenario_named(name)->run();
	puts("right");
	return 0;
}

int main(int count, char **arguments)
{
	if (count == 3 && strcmp(arguments[1], "--scenario") == 0)
		return perform(arguments[2]);
#if defined(__SANITIZE_THREAD__)
	puts("ok # SKIP not with ThreadSanitizer: a run takes a second, and forked children hang");
	return 0;
#endif
	for (int i = 1; i < count; i++)
		sweep_all(scenario_named(arguments[i]));
	for (size_t i = 0; count == 1 && i < sizeof scenarios / sizeof *scenarios; i++)
		sweep_all(&scenarios[i]);
	fprintf(stderr, "%u runs\n", runs);
	return 0;
}
