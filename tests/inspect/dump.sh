#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# conc_dump, and SIGQUIT: every thread, those that wait for the same in the same place in one line; the program goes on.
. "$CONC/tests/driver/common"
ulimit -S -c 0
cat >prog.c <<'X'
#include <conc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
conc_mutex lock;
conc_semaphore has_it, never;
channel(int) orders;
static void holder(void) { mutex (lock) { conc_semaphore_post(&has_it); conc_semaphore_wait(&never); } }
static void locker(void) { mutex (lock) puts("never"); }
static int reader(void) { int v; v << orders; return v; }
static void own(int signal) { (void)!write(2, "own\n", 4); }
static bool is_told(const char *what)
{
	char text[4096];
	FILE *f = fopen("err", "r");
	size_t n = fread(text, 1, sizeof text - 1, f);
	text[n] = '\0';
	fclose(f);
	return strstr(text, what);
}
int main(int argc, char **argv)
{
	freopen("err", "w", stderr);
	spawn holder();
	conc_semaphore_wait(&has_it);
	for (int i = 0; i < 3; i++) spawn locker();
	spawn reader(), spawn reader();
	for (int i = 0; i < 100; i++) conc_yield();	// all others wait then
	switch (argv[1][0]) {
	case 'd': conc_dump(STDOUT_FILENO); break;
	case 'h': signal(SIGQUIT, own); raise(SIGQUIT); break;
	case 'q':
		raise(SIGQUIT);
		while (!is_told("reader")) conc_sleep(10ms);
		puts("goes on");
		break;
	case 'w':
		raise(SIGQUIT);
		raise(SIGQUIT);
	}
	fflush(stdout);
	_exit(0);
}
X
"$concc" prog.c -o prog 2>log || { cat log; exit 1; }
export CONC_PROCESSORS=1
run() { status env --default-signal=QUIT timeout 60 ./prog "$1"; cat stdout; }
numbers() { sed -E 's/holder [0-9]+/holder N/; s/(: |, )[0-9]+/\1N/g; s/: N threads/: 7 threads/'; }
is "conc_dump" "$(run d | numbers)" "0
conc: 7 threads
  main is not waiting
  holder N (prog.c:26) waits for conc_semaphore, at prog.c:10
  3 × locker (prog.c:28), each waits for conc_mutex held by holder N, at prog.c:11: N, N, N
  2 × reader (prog.c:29), each waits for receive, at prog.c:12: N, N"
is "SIGQUIT: the program goes on" "$(run q)" "0
goes on"
has "SIGQUIT: what it prints" "$(cat err)" '  3 × locker (prog.c:28), each waits for conc_mutex held by holder'
is "SIGQUIT twice within a second" "$(run w)" 131
is "a handler of the program" "$(run h; cat err)" "0
own"
is "CONC_QUIT=0" "$(CONC_QUIT=0 run q)" 131
is "ignored from the start" "$(env --ignore-signal=QUIT ./prog w; echo $?; grep -c conc: err)" "0
0"

# Frames, where there is more to see than the line of the wait.
cat >frames.c <<'X'
#include <conc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
conc_mutex lock;
conc_semaphore has_it, never, handles;
message letter { int n; };
actor clerk { int n; };
#define HERE __attribute__((noinline))
static HERE void settle(int n) { if (n) settle(n - 1); else conc_semaphore_wait(&never); puts("never"); }
static inline void inlined(int n) { settle(n); puts("never"); }
receive (clerk *self, letter *m) { self->n = m->n; conc_semaphore_post(&handles); settle(0); return Finished; }
static void holder(void) { mutex (lock) { conc_semaphore_post(&has_it); inlined(1); } }
static HERE void book(int n) { mutex (lock) printf("%d", n); puts("never"); }
static int compare(const void *a, const void *b) { book(2); return *(const int *)a - *(const int *)b; }
static void sorter(void) { int v[] = { 2, 1 }; qsort(v, 2, sizeof *v, compare); puts("never"); }
static void locker(int n) { if (n == 1) mutex (lock) puts("never"); else book(n); puts("never"); }
static volatile sig_atomic_t ends;
static void ended(int signal) { (void)signal; ends++; }
static void dumps(int signal) { (void)signal; conc_dump(STDOUT_FILENO); }
int main(int argc, char **argv)
{
	clerk c = {};
	if (argc > 1) signal(SIGUSR1, dumps), raise(SIGUSR1), fflush(stdout), _exit(0);
	if (signal(SIGCHLD, ended) == SIG_IGN) signal(SIGCHLD, SIG_IGN);
	conc_actors_start(&(struct conc_actors_config){ .workers = 1 });
	c | (letter){ 1 };
	conc_semaphore_wait(&handles);
	spawn holder();
	conc_semaphore_wait(&has_it);
	for (int i = 0; i < 4; i++) spawn locker(i / 2 + 1);
	spawn sorter();
	for (int i = 0; i < 100; i++) conc_yield();	// all others wait then
	conc_dump(STDOUT_FILENO);
	printf("%d children, %d signals\n", waitpid(-1, NULL, WNOHANG | __WALL) >= 0, (int)ends);
	fflush(stdout);
	_exit(0);
}
X
cat >wrecked.c <<'X'
#include <conc.h>
#include <stdint.h>
#include <unistd.h>
conc_semaphore never;
static __attribute__((noinline)) void wreck(void) { *(uintptr_t *)__builtin_frame_address(0) = 0x4141; conc_semaphore_wait(&never); }
static void waiter(void) { wreck(); }
int main(void) { spawn waiter(); for (int i = 0; i < 100; i++) conc_yield(); conc_dump(STDOUT_FILENO); _exit(0); }
X
"$concc" -O2 -g frames.c -o frames 2>log && "$concc" -O0 -g wrecked.c -o wrecked 2>>log || { cat log; exit 1; }
plain() { sed -E 's/0x[0-9a-f]+/0xN/g; s/(holder|sorter|worker) [0-9]+/\1 N/g; s/: [0-9]+(, [0-9]+)+$/: N/; s/libc[^ ]*\+0xN/libc+0xN/' | uniq; }
is "frames" "$(./frames | plain | grep -v ' libc+')" "conc: 9 threads
  main is not waiting
  actor worker N, handling message 'letter' to actor 'clerk' 0xN, waits for conc_semaphore, at frames.c:12
      settle, at frames.c:12
      receive(clerk *, letter *), at frames.c:14
  actor worker N waits for message, at frames.c:28
  holder N (frames.c:31) waits for conc_semaphore, at frames.c:12
      settle, at frames.c:12
      inlined, at frames.c:13
      holder, at frames.c:15
  2 × locker (frames.c:33), each waits for conc_mutex held by holder N, at frames.c:19: N
  2 × locker (frames.c:33), each waits for conc_mutex held by holder N, at frames.c:16: N
      book, at frames.c:16
      locker, at frames.c:19
  sorter N (frames.c:34) waits for conc_mutex held by holder N, at frames.c:16
      book, at frames.c:16
      compare, at frames.c:17
      qsort_r+0xN
      sorter, at frames.c:18
0 children, 0 signals"
has "without addr2line: functions" "$(PATH=/nonexistent ./frames | plain)" "      book+0xN
      compare+0xN"
has "SIGCHLD is ignored: lines, too" "$(env --ignore-signal=CHLD ./frames | plain)" "      compare, at frames.c:17"
strip -g frames
has "without debug information, the same" "$(./frames | plain)" "      book+0xN
      compare+0xN"
strip frames
has "without symbols: places in the file" "$(./frames | plain)" "      frames+0xN"
is "a first dump in a signal handler" "$(./frames handler)" "conc: without frames: the first dump came from a signal handler
conc: 0 threads"
is "a stack that cannot be walked" "$(./wrecked | sed 's/waiter [0-9]*/waiter N/'; ls core* 2>/dev/null)" "conc: without frames: a stack cannot be walked
conc: 2 threads
  main is not waiting
  waiter N (wrecked.c:7) waits for conc_semaphore, at wrecked.c:5"
cc -O1 "$CONC/tests/surroundings/refuse.c" -o refuse
if ./refuse EPERM getpid -- true 2>/dev/null; then
	is "a child cannot be waited for" "$(./refuse EPERM waitid -- ./wrecked | head -n 1)" "conc: without frames: a child cannot be waited for"
	is "a child is refused" "$(./refuse EPERM clone -- ./wrecked | head -n 2)" "conc: without frames: a child is refused
conc: 2 threads"
else echo "ok - # SKIP no seccomp filter can be installed here"; fi
