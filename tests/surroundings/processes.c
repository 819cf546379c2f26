// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (ThreadSanitizer refuses threads after a fork)
// vfork, posix_spawn, system, popen, fork and clone from user threads on four processors, while others run and wait and
// signals come. What a child of vfork closes, replaces or resets is its own.
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static _Atomic int stop, signals;
static conc_mutex lock;
static long guarded;

static void check(bool right, const char *what)
{
	if (right) return;
	fprintf(stderr, "wrong: %s: %s\n", what, strerror(errno));
	_exit(3);
}
static void handler(int s) { (void)s; signals++; }
static long busy(void)
{
	long n = 0;
	while (!stop) {
		mutex (lock) guarded++;
		if (++n % 64 == 0) conc_sleep(100us);
	}
	return n;
}
static int wait_for(pid_t child)
{
	int status;
	pid_t got;
	while ((got = waitpid(child, &status, 0)) < 0 && errno == EINTR) {}
	check(got == child, "waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
static void by_vfork(int n)
{
	char text[32];
	snprintf(text, sizeof text, "exit %d", n);
	char *arguments[] = { "sh", "-c", text, NULL };
	pid_t child = vfork();
	check(child >= 0, "vfork");
	if (child == 0) {
		execv("/bin/sh", arguments);
		_exit(127);
	}
	check(wait_for(child) == n, "vfork's child");
	child = vfork();
	if (child == 0) _exit(n);
	check(wait_for(child) == n, "vfork and _exit");
}
static void by_spawn(int n)
{
	char text[32];
	pid_t child;
	snprintf(text, sizeof text, "exit %d", n);
	char *arguments[] = { "sh", "-c", text, NULL };
	check(posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ) == 0, "posix_spawn");
	check(wait_for(child) == n, "posix_spawn's child");
}
static void by_system(int n)
{
	char text[32];
	snprintf(text, sizeof text, "exit %d", n);
	int status = system(text);
	check(WIFEXITED(status) && WEXITSTATUS(status) == n, "system");
}
static void by_popen(int n)
{
	char text[32], line[32] = "";
	snprintf(text, sizeof text, "echo %d", n);
	FILE *f = popen(text, "re");
	check(f, "popen");
	while (!fgets(line, sizeof line, f) && ferror(f) && errno == EINTR) clearerr(f);
	check(atoi(line) == n, "popen's text");
	check(pclose(f) == 0, "pclose");
}
static int task_n(int n) { return n; }
static void by_fork(int n)
{
	pid_t child = fork();
	check(child >= 0, "fork");
	if (child == 0) {
		task(int) t = spawn task_n(n);
		_exit(join(t));
	}
	check(wait_for(child) == n, "fork's child");
}
static int cloned(void *n) { return *(int *)n; }
static void by_clone(int n)
{
	static char stacks[8][65536] __attribute__((aligned(16)));
	static _Atomic int next;
	char *stack = stacks[next++ % 8];
	pid_t child = clone(cloned, stack + 65536, SIGCHLD, &n);
	check(child >= 0, "clone");
	check(wait_for(child) == n, "clone's child");
}
static int ends[2];

static void in_child(int how)
{
	pid_t child = vfork();
	check(child >= 0, "vfork");
	if (child == 0) {
		char *arguments[] = { "true", NULL };
		switch (how) {
		case 0: close(ends[0]); break;
		case 1: dup2(0, ends[0]); break;
		case 2: closefrom(3); break;
		default: signal(SIGALRM, SIG_DFL);
		}
		execv("/bin/true", arguments);
		_exit(127);
	}
	check(wait_for(child) == 0, "true");
}
static void by_bystander(int n) { in_child(n % 4); }
static char reads(void)
{
	char c = 0;
	waituntil (readable(ends[0])) {}
	check(read(ends[0], &c, 1) == 1, "read");
	return c;
}

static void work(int which)
{
	for (int i = 0; i < 6; i++) {
		switch (which % 7) {
		case 0: by_vfork(i); break;
		case 1: by_spawn(i); break;
		case 2: by_system(i); break;
		case 3: by_popen(i); break;
		case 4: by_fork(i); break;
		case 5: by_clone(i); break;
		case 6: by_bystander(i); break;
		}
		conc_yield();
	}
}
int main(void)
{
	struct sigaction a = { .sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK };
	struct itimerval every = { { 0, 1000 }, { 0, 1000 } };
	sigaction(SIGALRM, &a, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
	conc_processors(4);
	check(pipe(ends) == 0, "pipe");
	task(char) r = spawn reads();
	task(long) b[2] = { spawn busy(), spawn busy() };
	scope { for (int i = 0; i < 14; i++) spawn work(i); }
	stop = 1;
	check(write(ends[1], "x", 1) == 1 && join(r) == 'x', "the reader");
	check(signals > 0, "signals");
	long n = join(b[0]); n += join(b[1]);
	check(n == guarded, "sum");
	puts("right");
}
