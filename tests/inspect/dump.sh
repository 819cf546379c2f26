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
	conc_sleep(1ms);
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
