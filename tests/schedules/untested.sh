#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# An exploration never says "none failed" of what it did not test: what ran beside the schedule is named, what a
# run said is shown, and the exit status is 3.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >many.c <<'X'
#define _GNU_SOURCE
#include <conc.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static _Atomic int n;
static _Atomic int here;
static void add(void) { n++; conc_yield(); n++; }
static void *run(void *unused) { here = 1; return unused; }
static int clone_of(void *unused) { (void)unused; for (volatile int i = 0; i < 100000; i++) ; return 0; }
static void tick(union sigval unused) { (void)unused; here = 1; }
int main(int count, char **words)
{
	if (count > 2) return 0;
	switch (*words[1]) {
	case 'n': break;
	case 'p': { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); break; }
	case 'r': { struct gaicb g = { .ar_name = "127.0.0.1" }, *list[] = { &g }; getaddrinfo_a(GAI_WAIT, list, 1, 0); break; }
	case 't': {
		timer_t t;
		struct sigevent e = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = tick };
		struct itimerspec soon = { .it_value = { 0, 1 } };
		if (timer_create(CLOCK_MONOTONIC, &e, &t) || timer_settime(t, 0, &soon, 0)) return 1;
		while (!here) conc_yield();
		break;
	}
	case 'c': {
		static char stack[65536] __attribute__((aligned(16)));
		here = 1;	// until it has left its stack, which the next run uses, too
		clone(clone_of, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_CHILD_CLEARTID, 0,
			(void *)0, (void *)0, (void *)&here);
		while (here) sched_yield();
		break;
	}
	case 'f': if (fork() == 0) { fputs("the child fails\n", stderr); abort(); } wait(0); break;
	case 's': if (system("true")) return 1; break;
	case 'w': fputs("said by a run\n", stderr); break;
	}
	{
		task(void) a = spawn add(), b = spawn add();
	}
	switch (*words[1]) {
	case 'x': execl(words[0], words[0], "1", "2", (char *)0); return 1;
	case '_': _exit(0);
	case 'q': quick_exit(0);
	}
}
X
cat >alone.c <<'X'
int main(void) { return 0; }
X
cat >late.c <<'X'
int main(void) { for (;;) ; }
X
"$concc" -fconc-schedules many.c -o many || echo "not ok - build"
# explored NAME STATUS TEXT: with the argument NAME
explored() {
	is "$1: status" "$(CONC_SCHEDULE=explore:20 status timeout 100 ./many "$1")" "$2"
	has "$1: said" "$(cat stderr)" "$3"
	case $2 in 3) lacks "$1: it is not called good" "$(cat stderr)" "none failed" ;; esac
}

is "main alone" "$(status "$concc" --test-schedules=20 alone.c; cat stderr)" \
"3
conc: 20 seeds, 1 different schedule, no failure seen, but not everything was tested:
conc:   no other thread ran beside main: there was nothing to order"
is "no end" "$(status "$concc" --test-schedules=explore:2,limit:1s late.c)" 1
has "no end" "$(cat stderr)" "seed 1 fails, the first of 2: no end within 1000 ms"

explored none 0 ", none failed"
explored pthread 0 ", none failed"
explored resolver 0 ", none failed"
explored timer 0 ", none failed"
explored clone 3 "a kernel thread of a library's: it is not part of the schedule ("
explored fork 3 "fork: the schedule of the child process is not explored (20 of 20 runs)"
has "what the child of fork says is shown" "$(cat stderr)" "the child fails"
explored system 0 "a child process: it has no part in the schedule (20 of 20 runs)"
explored xec 3 "exec, or an end by a system call: nothing is known of what came after it (20 of 20 runs)"
explored _exit 0 ", none failed"
explored quick_exit 0 ", none failed"
explored words 0 "---- standard error of seed 1, which did not fail ----
said by a run
conc: 20 seeds, "
# One processor, and main that waits for its only thread at once.
cat >one.c <<'X'
#include <conc.h>
static int one(void) { return 1; }
int main(void) { task(int) t = spawn one(); return join(t) - 1; }
X
is "a single seed" "$(status "$concc" --test-schedules=1 one.c)" 0
has "a single seed" "$(cat stderr)" "conc: 1 seeds, 1 different schedule, none failed"
