#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# The report of a thread that waits for ever for a condition says where its latest signal was lost, and only then.
. "$CONC/tests/driver/common"
ulimit -c 0

# Explores program NAME.c, which is on standard input: what it reports, without the seeds, is in said.
explores() {
	cat >"$1.c"
	"$concc" -std=gnu17 -w -g -O1 -fconc-schedules "$1.c" -o "$1" || { echo "not ok - build $1"; return; }
	CONC_SCHEDULE=explore:200 "./$1" >said 2>&1
}
says() { grep -F -x -A 1 -e "$2" said | grep -q -F -x -e "$3" && echo "ok - $1" || { echo "not ok - $1"; cat said; }; }
silent() { grep -q 'conc_condition, at' said && ! grep -q 'was signalled' said && echo "ok - $1" || { echo "not ok - $1"; cat said; }; }

explores signal <<'X2'
#include <conc.h>
static conc_mutex m;
static conc_condition changed;
static void gives(void) { conc_signal(&changed); }
int main(void)
{
	task(void) t = spawn gives();
	join(t);
	mutex (m) conc_wait(&changed, &m);
}
X2
says "a signal" "  main waits for conc_condition, at signal.c:9" "    it was signalled at signal.c:4 while nobody waited"

explores broadcast <<'X2'
#include <conc.h>
monitor flag { bool set; conc_condition changed; };
static void waits(flag *mutex f) { conc_wait(&f->changed, f); }
int main(void)
{
	flag *f = new flag {};
	conc_broadcast(&f->changed);
	spawn waits(f);
}
X2
says "a broadcast, a leaked thread" "  waits 1 (broadcast.c:8) waits for conc_condition, at broadcast.c:3" \
	"    it was signalled at broadcast.c:7 while nobody waited"

# The latest signal was heard; another condition lay where this one is.
explores heard <<'X2'
#include <conc.h>
static conc_mutex m;
static conc_condition changed;
static conc_semaphore ready;
static void waits(void) { mutex (m) { conc_semaphore_post(&ready); conc_wait(&changed, &m); } }
int main(void)
{
	conc_signal(&changed);
	task(void) t = spawn waits();
	conc_semaphore_wait(&ready);
	mutex (m) conc_signal(&changed);
	join(t);
	mutex (m) conc_wait(&changed, &m);
}
X2
silent "a signal that was heard"
explores other <<'X2'
#include <conc.h>
static conc_mutex m;
static __attribute__((noinline)) void first(void) { conc_condition c = {}; conc_signal(&c); conc_yield(); mutex (m) {} }
static __attribute__((noinline)) void second(void) { conc_condition c = {}; mutex (m) conc_wait(&c, &m); }
int main(void)
{
	first();
	second();
}
X2
silent "another condition at its address"
explores freed <<'X2'
#include <conc.h>
#include <stdlib.h>
#include <string.h>
static conc_mutex m;
int main(void)
{
	for (int i = 0; i < 2; i++) {
		conc_condition *c = memset(malloc(sizeof *c), 0, sizeof *c);	/* the same address, twice */
		if (i) mutex (m) conc_wait(c, &m);
		conc_signal(c);
		free(c);
	}
}
X2
silent "a condition in memory that is used again"
