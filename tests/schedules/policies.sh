#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# The policies that rest on the first run: SURW gives all orders of the steps at one variable the same chance, POS and SURW
# find what needs an order of many threads, both go on where a thread that pauses holds what others spin for, all go on where
# one polls and where main ends before others, and each run can be repeated in a new process.
. "$CONC/tests/driver/common"
ulimit -c 0

built() { cat >"$1.c" && "$concc" -g -w -fconc-schedules "$1.c" -o "$1" || echo "not ok - $1 does not build"; }

built orders <<'X'
#include <pthread.h>
#include <stdio.h>
static _Atomic int at;
static char text[8];
static void *three(void *name)
{
	for (int i = 0; i < 3; i++) text[at++] = *(char *)name;
	return name;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, three, "a");
	pthread_create(&b, NULL, three, "b");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	puts(text);
}
X
for seed in $(seq 2 601); do CONC_SCHEDULE=seed:$seed,first:1,policy:surw ./orders; done | sort | uniq -c >counts
is "SURW: all 20 orders of three and three steps" "$(wc -l <counts)" 20
yes_if "and none much more often than another" awk '{ if ($1 > most) most = $1; if (!least || $1 < least) least = $1 } END { exit most > 6 * least }' counts
cat counts

built reorder <<'X'
#include <pthread.h>
#include <assert.h>
enum { SETTERS = 9 };
static _Atomic int a, b;
static void *set(void *p)
{
	a = 1;
	b = -1;
	return p;
}
static void *check(void *p)
{
	int x = a, y = b;
	assert((x == 0 && y == 0) || (x == 1 && y == -1));
	return p;
}
int main(void)
{
	pthread_t t[SETTERS + 1];
	for (int i = 0; i <= SETTERS; i++) pthread_create(&t[i], 0, i < SETTERS ? set : check, 0);
	for (int i = 0; i <= SETTERS; i++) pthread_join(t[i], 0);
}
X
for policy in surw mixed; do
	CONC_SCHEDULE=explore:500,policy:$policy ./reorder >log 2>&1
	has "a reader between the first writes of nine: $policy" "$(cat log)" "fails, the first of 500: Aborted"
	again=$(sed -n 's/^conc: again:  //p' log)
	yes_if "and again in another process: $policy" sh -c "! $again >/dev/null 2>&1"
done

built left_behind <<'X'
#include <pthread.h>
static _Atomic int steps;
static void *goes_on(void *unused)
{
	for (int i = 0; i < 200000; i++) steps++;
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, goes_on, NULL);
	while (!steps) {}
}
X
for policy in walk pct pos surw directed mixed; do
	has "main ends before one that has starved it: $policy" "$(CONC_SCHEDULE=explore:20,policy:$policy,limit:60s ./left_behind 2>&1)" "none failed"
done
built spinning <<'X'
#include <conc.h>
static conc_spin_lock l;
static long n;
static void work(int rounds)
{
	conc_pin();
	for (int i = 0; i < rounds; i++)
		mutex (l) n++;
	conc_unpin();
}
int main(void)
{
	{
		task(void) a = spawn work(4), b = spawn work(4), c = spawn work(4);
	}
	conc_test_assert(n == 12);
}
X
for policy in pos surw directed; do
	has "pinned threads that spin: $policy" "$(CONC_SCHEDULE=explore:500,policy:$policy ./spinning 2>&1)" "none failed"
done
cp "$CONC/tests/channel_go/leave.c" polling.c
"$concc" -g -fconc-schedules polling.c -o polling
for policy in walk pct pos surw directed; do
	has "a loop that polls, on one processor: $policy" "$(CONC_PROCESSORS=1 CONC_SCHEDULE=explore:200,policy:$policy,steps:10000000 ./polling 2>&1)" "none failed"
done
# a directed run meets what the first run made suspicious, however many other steps there are
failing() { # failing NAME: how many of a hundred seeds fail
	count=0
	for seed in $(seq 2 101); do
		CONC_SCHEDULE=seed:$seed,first:1,policy:directed,races:off "./$1" >/dev/null 2>&1 || count=$((count + 1))
	done
	echo "$count"
}
cat >inverted.c <<'X'
#include <conc.h>
static conc_mutex a, b;
static _Atomic int n;
static void busy(int times) { for (int i = 0; i < times; i++) n++; }
static void left(void) { busy(100); mutex (a) mutex (b) n++; busy(100); }
static void right(void) { busy(150); mutex (b) mutex (a) n++; busy(20); }
int main(void) { task(void) l = spawn left(), r = spawn right(); }
X
"$concc" -g -w -fconc-schedules inverted.c -o inverted || echo "not ok - build"
yes_if "locks in opposite orders: a quarter of the seeds block" [ "$(failing inverted)" -ge 25 ]
cat >unlocked.c <<'X'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, busy, one = 1, *volatile p = &one;
static void work(int times) { for (int i = 0; i < times; i++) { pthread_mutex_lock(&m); busy++; pthread_mutex_unlock(&m); } }
static void *uses(void *unused) { work(30); if (p) n = *p; work(30); return unused; }
static void *ends(void *unused) { work(20); p = NULL; work(20); return unused; }
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, uses, NULL);
	pthread_create(&b, NULL, ends, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}
X
"$concc" -g -w -fconc-schedules unlocked.c -o unlocked || echo "not ok - build"
yes_if "no lock in common: the pointer is gone in one of twenty" [ "$(failing unlocked)" -ge 5 ]
has "an exploration has no first seed" "$(CONC_SCHEDULE=explore:5,first:1 ./spinning 2>&1)" "has a first seed, which is from:N in an exploration"
"$concc" -g -fconc-schedules "$CONC/tests/schedules/latch.c" -o latch || echo "not ok - build"
for policy in walk pct pos surw directed mixed; do
	has "a lock whose waiters write and yield: $policy" "$(CONC_SCHEDULE=explore:8,policy:$policy ./latch 2>&1 </dev/null)" 'none failed'
done
