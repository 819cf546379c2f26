#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# All schedules of programs with kernel threads: as many as there are orders, none twice, what fails is found, and what was
# not gone through is said.
. "$CONC/tests/driver/common"
ulimit -c 0

built() {	# built NAME OPTIONS
	cat >"$1.c" && "$concc" -g -w -O1 -fconc-schedules $2 "$1.c" -o "$1" || echo "not ok - $1 does not build"
}
verified() { CONC_SCHEDULE=verify${2:-} status "./$1" | tail -n 1; tail -n 1 stderr; }

cat >source <<'X'
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static char order[16];
static void *add(void *name)
{
	for (int i = 0; i < TIMES; i++) {
		pthread_mutex_lock(&m);
		order[n++] = *(char *)name;
		pthread_mutex_unlock(&m);
	}
	return name;
}
int main(void)
{
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, add, &"abcd"[i]);
	for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
	FILE *file = fopen("orders", "a");
	fprintf(file, "%s\n", order);
	fclose(file);
}
X
for counts in '2 1 2' '2 2 6' '2 3 20' '3 1 6' '3 2 90' '4 1 24'; do
	set -- $counts
	built lock "-DTHREADS=$1 -DTIMES=$2" <source
	rm -f orders
	has "$1 threads, $2 times" "$(verified lock)" "conc: all $3 schedules: none fails"
	is "each order is there" "$(sort -u orders | wc -l)" "$3"
done

built cross <<'X'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *p)
{
	pthread_mutex_lock(&a), pthread_mutex_lock(&b), pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
	return p;
}
static void *other(void *p)
{
	pthread_mutex_lock(&b), pthread_mutex_lock(&a), pthread_mutex_unlock(&a), pthread_mutex_unlock(&b);
	return p;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, one, NULL), pthread_create(&u, NULL, other, NULL);
	pthread_join(t, NULL), pthread_join(u, NULL);
}
X
CONC_SCHEDULE=verify status ./cross >out
has "a deadlock" "$(cat stderr)" "conc: a schedule fails: Aborted
conc: 1 switch is enough:"
small=$(sed -n 's/^conc: small:  //p' stderr)
is "and again" "$(sh -c "exec env $small" >log 2>&1; echo $?; head -n 1 log)" "134
conc: every thread is blocked"

built try <<'X'
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *hold(void *p) { return pthread_mutex_lock(&m), pthread_mutex_unlock(&m), p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, hold, NULL);
	assert(pthread_mutex_trylock(&m) == 0);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
X
has "a lock that was only tried" "$(CONC_SCHEDULE=verify ./try 2>&1)" "conc: a schedule fails: Aborted"

built leaves <<'X'
#include <pthread.h>
#include <assert.h>
static _Atomic int done;
static void *work(void *p) { return done = 1, p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	pthread_detach(t);
	return done;
}
X
has "the end of main comes before and after" "$(CONC_SCHEDULE=verify ./leaves 2>&1)" "a schedule fails: exit status 1 instead of 0"

built condition <<'X'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *set(void *p)
{
	pthread_mutex_lock(&m), ready = 1, pthread_cond_signal(&c), pthread_mutex_unlock(&m);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	pthread_mutex_lock(&m);
	while (!ready) pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
X
is "a condition" "$(verified condition)" "0
conc: all 2 schedules: none fails (2 runs)"

built race <<'X'
#include <pthread.h>
static int n;
static void *add(void *p) { return n++, p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	n++;
	pthread_join(t, NULL);
	return n != 2;
}
X
has "a data race" "$(CONC_SCHEDULE=verify ./race 2>&1)" "conc: a schedule fails: a data race"
has "accesses are steps without the search for races" "$(CONC_SCHEDULE=verify,races:off ./race 2>&1)" "a schedule fails: exit status 1 instead of 0"

built late <<'X'
#include <pthread.h>
#include <time.h>
static void *work(void *p) { return p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	nanosleep(&(struct timespec){0, 1000}, NULL);
	pthread_join(t, NULL);
}
X
has "time-outs are left out" "$(CONC_SCHEDULE=verify status ./late; cat stderr)" "3
conc: "
has "and named" "$(cat stderr)" "conc:   time-outs that come while a thread can run"
built timed <<'X'
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p)
{
	struct timespec until = { time(NULL) + 1, 0 };
	if (pthread_mutex_timedlock(&m, &until) == 0) pthread_mutex_unlock(&m);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
X
has "those of locks, too" "$(CONC_SCHEDULE=verify status ./timed; cat stderr)" "conc:   time-outs that come while a thread can run"
built files <<'X'
#include <pthread.h>
#include <stdio.h>
static void *work(void *p) { return puts(p), fflush(stdout), p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, "b");
	puts("a"), fflush(stdout);
	pthread_join(t, NULL);
}
X
has "and files of two threads" "$(CONC_SCHEDULE=verify status ./files; cat stderr)" "conc:   the order in which threads use files"
built user <<'X'
#include <conc.h>
static void work(void) {}
int main(void)
{
	task(void) t = spawn work();
	conc_yield();
}
X
has "so are user threads" "$(CONC_SCHEDULE=verify status ./user; cat stderr)" "conc:   the order of user threads"
has "not with seeds" "$(CONC_SCHEDULE=seed:1,verify ./user 2>&1)" "'verify' comes second: it is an exploration of its own"
