// SPDX-License-Identifier: MIT
// Runs the jobs of a file: job_scheduler FILE [AT_ONCE [GRACE [PATIENCE]]]. Times are in seconds. A line is a job:
//     NAME AFTER TRIES LIMIT COMMAND …     for example: build fetch,setup 3 60 make -j4
// AFTER names earlier jobs that must succeed first, or is -. An attempt has LIMIT seconds. A job that fails is tried again after a pause,
// which grows. On SIGTERM or SIGINT nothing new begins, and what runs has GRACE seconds left; a second one ends it at once. An attempt is
// ended by SIGTERM, and PATIENCE later by SIGKILL. What it leaves in its process group is killed.
#define _GNU_SOURCE
#include <conc.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS = 1000, AFTER = 16 };
enum outcome { NOT_RUN, NOT_STARTED, DONE, FAILED, TIMED_OUT, ENDED };

static struct job {
	char name[32], *command, said[60]; // said: length characters of its last line
	size_t length;
	bool line_over; // what comes is the next one
	struct job *after[AFTER];
	int tries, tried, status;
	conc_duration limit, took;
	enum outcome outcome;
	future(bool) done; // fulfilled at its end: whether it succeeded
} jobs[JOBS];

static conc_duration grace = 10s, patience = 2s;
static conc_semaphore places;
static future(bool) stop; // fulfilled when nothing new is to begin

// Keeps the last line of what a job says. False: there is no more.
static bool listen_to(int file, struct job *j)
{
	char text[4096];
	long n = conc_read_for(file, text, sizeof text, 0);
	for (long i = 0; i < n; i++) {
		if (j->line_over) j->length = 0;
		j->line_over = text[i] == '\n';
		if (!j->line_over && j->length < sizeof j->said) j->said[j->length++] = isprint((unsigned char)text[i]) ? text[i] : '?';
	}
	return n > 0 || (n < 0 && errno == ETIMEDOUT);
}

// In a process group of its own, without input; its output goes to file. Returns its number, or -1 with errno.
static pid_t start(const char *command, int file)
{
	char *arguments[] = {"sh", "-c", (char *)command, NULL};
	posix_spawnattr_t how;
	posix_spawn_file_actions_t files;
	posix_spawnattr_init(&how);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, file, 1);
	posix_spawn_file_actions_adddup2(&files, file, 2);
	pid_t pid;
	errno = posix_spawn(&pid, "/bin/sh", &files, &how, arguments, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	return errno ? -1 : pid;
}

static enum outcome attempt(struct job *j)
{
	int ends[2], asked = 0;
	bool open = true, running = true;
	enum outcome outcome = FAILED;
	if (pipe2(ends, O_CLOEXEC)) return NOT_STARTED;
	pid_t pid = start(j->command, ends[1]);
	close(ends[1]);
	if (pid < 0) return close(ends[0]), NOT_STARTED;
	j->length = 0;
	uint64_t until = conc_now() + (uint64_t)j->limit;
	while (running) {
		enum outcome end = NOT_RUN;
		waituntil (exited(pid)) running = false; // not reaped yet, so no other process gets its number
		or when (asked < 2) waituntil (timeout(until - conc_now())) end = TIMED_OUT;
		or when (!asked) waituntil (cancelled()) end = ENDED;
		or when (open) waituntil (readable(ends[0])) open = listen_to(ends[0], j);
		if (end == NOT_RUN) continue;
		if (!asked) outcome = end;
		kill(-pid, asked ? SIGKILL : SIGTERM);
		kill(pid, asked ? SIGKILL : SIGTERM); // it may have left its group
		asked++;
		until = conc_now() + (uint64_t)patience;
	}
	kill(-pid, SIGKILL);
	waitpid(pid, &j->status, 0);
	for (int i = 0; open && i < 16; i++) open = listen_to(ends[0], j); // a pipe's full, and no more
	close(ends[0]);
	return !asked && j->status == 0 ? DONE : outcome;
}

static void run(struct job *j, channel(bool) *ended)
{
	bool go = true;
	for (int i = 0; go && i < AFTER && j->after[i]; i++) {
		waituntil (stop) go = false;
		or waituntil (go << j->after[i]->done) { }
	}
	uint64_t begin = conc_now();
	for (conc_duration pause = 100ms; go; pause = pause < 30s ? pause * 2 : pause) {
		waituntil (stop) break;
		or waituntil (places) j->outcome = attempt(j); // in one of the places
		if (++j->tried == j->tries || j->outcome == DONE) break;
		waituntil (stop) break;
		or waituntil (timeout(pause)) { }
	}
	if (j->tried) j->took = (conc_duration)(conc_now() - begin);
	j->done << (j->outcome == DONE);
	(void)(ended << true); // there is room for all
}

static int report(int count)
{
	static const char *const words[] = {"not run", "not started", "done", "exit", "timed out", "ended"};
	int failed = 0;
	for (struct job *j = jobs; j < jobs + count; j++) {
		bool killed = j->outcome == FAILED && WIFSIGNALED(j->status);
		printf("%-12s %s", j->name, killed ? "signal" : words[j->outcome]);
		if (j->outcome == FAILED) printf(" %d", killed ? WTERMSIG(j->status) : WEXITSTATUS(j->status));
		printf(", tries: %d, %.2f s: %.*s\n", j->tried, (double)j->took / 1e9, (int)j->length, j->said);
		failed += j->outcome != DONE;
	}
	printf("%d of %d done\n", count - failed, count);
	return fflush(stdout) != 0 || failed;
}

static bool seconds(const char *text, conc_duration *d)
{
	char *end;
	double s = strtod(text, &end);
	if (end == text || *end || !(s >= 0 && s < 1e9)) return false;
	*d = (conc_duration)(s * 1e9);
	return true;
}

static struct job *find(const char *name, struct job *end)
{
	for (struct job *j = jobs; j < end; j++)
		if (!strcmp(j->name, name)) return j;
	return end;
}

// Makes job j of a line. Returns what is wrong, or NULL.
static const char *read_job(const char *line, struct job *j)
{
	char after[512], limit[32], *rest;
	int command = 0, n = 0;
	if (j == jobs + JOBS) return "too many jobs";
	sscanf(line, "%31s %511s %d %31s %n", j->name, after, &j->tries, limit, &command);
	if (!command || !line[command]) return "it is not NAME AFTER TRIES LIMIT COMMAND";
	if (find(j->name, j) != j) return "another job has this name";
	if (j->tries < 1 || !seconds(limit, &j->limit)) return "TRIES is 1 or more, and LIMIT is in seconds";
	for (char *one = strtok_r(after, ",", &rest); strcmp(after, "-") && one; one = strtok_r(NULL, ",", &rest))
		if (n == AFTER || (j->after[n++] = find(one, j)) == j) return "AFTER names at most 16 earlier jobs";
	return (j->command = strdup(line + command)) ? NULL : strerror(errno);
}

int main(int argc, char **argv)
{
	int at_once = argc > 2 ? atoi(argv[2]) : 4, count = 0, stops = 0, null;
	char *line = NULL;
	const char *wrong = NULL;
	size_t room = 0;
	if (argc < 2 || argc > 5 || at_once < 1 || (argc > 3 && !seconds(argv[3], &grace)) || (argc > 4 && !seconds(argv[4], &patience)))
		return fputs("arguments: FILE [AT_ONCE [GRACE [PATIENCE]]]\n", stderr), 2;
	while ((null = open("/dev/null", O_RDWR | O_CLOEXEC)) >= 0 && null <= 2) ; // no pipe is to be standard output
	FILE *from = fopen(argv[1], "re");
	if (!from) return perror(argv[1]), 2;
	for (int number = 1; !wrong && getline(&line, &room, from) > 0; number++) {
		if (*line == '#' || !line[strspn(line, " \t\n")]) continue;
		wrong = read_job(line, &jobs[count++]);
		if (wrong) fprintf(stderr, "%s:%d: %s\n", argv[1], number, wrong);
	}
	free(line);
	fclose(from);
	if (wrong) return 2;
	conc_semaphore_init(&places, (unsigned)at_once);
	channel(bool) ended = {JOBS};
	uint64_t deadline = 0;
	waituntil (signalled(SIGTERM)) return 1; // from here on a signal does not end this process, but the loop below
	or waituntil (signalled(SIGINT)) return 1;
	or else { }
	scope (all) {
		for (int i = 0; i < count; i++) spawn run(&jobs[i], &ended);
		for (int left = count; left;) {
			bool stopping = false;
			waituntil (signalled(SIGTERM)) stopping = true;
			or waituntil (signalled(SIGINT)) stopping = true;
			or when (stops == 1) waituntil (timeout(deadline - conc_now())) stopping = true;
			or waituntil (<< ended) left--;
			if (stopping && ++stops > 1) conc_cancel(all);
			else if (stopping) {
				deadline = conc_now() + (uint64_t)grace;
				stop << true;
			}
		}
	}
	return report(count);
}
