#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# one in 2: it takes long
# CONC_SCHEDULE: what it may say, what it may not, and what is not reproducible.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >two.c <<'X'
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
static void say(int n) { for (int i = 0; i < 2; i++) { printf("%d\n", n); conc_yield(); } }
int main(int count, char **words)
{
	task(void) a = spawn say(1), b = spawn say(2);
	join(a); join(b);
	return count > 1 ? atoi(words[1]) : 0;
}
X
"$concc" -fconc-schedules two.c -o two || echo "not ok - build"
"$concc" two.c -o ordinary || echo "not ok - build"

refused() {	# refused VALUE TEXT
	is "'$1' is refused" "$(CONC_SCHEDULE=$1 status ./two)" 2
	has "'$1' has a message" "$(cat stderr)" "$2"
	has "'$1' is told what is right" "$(cat stderr)" "conc: CONC_SCHEDULE is seed:N, or explore:N with"
}
refused seed:x "conc: CONC_SCHEDULE: 'seed:x' has no number"
refused seed: "'seed:' has no number"
refused 42 "'42' is not known"
refused seed:1,seed:2 "'seed:2' comes second"
refused seed:1,policy:best "'policy:best' names no policy: walk, pct, pos, surw, directed or mixed"
refused policy:pct "'policy:pct' says neither seed:N nor explore:N"
refused seed:1,depth:17 "'depth:17' is out of range"
refused seed:1,late:3 "'late:3' has no time such as 20ms"
refused explore:0 "'explore:0' is out of range"
refused explore:10,trace:x "traces an exploration"
refused seed:1,status:3 "says what is right, which only an exploration asks"
refused explore:10,status:256 "has no exit status from 0 to 255"
refused seed:1, "'' is not known"
refused seed:99999999999999999999 "has no number"

is "an ordinary program names the command" "$(CONC_SCHEDULE=seed:1 status ./ordinary; cat stderr)" \
	"2
conc: CONC_SCHEDULE=seed:1 needs a program built with: concc -fconc-schedules"
is "without CONC_SCHEDULE it is a program like any other" "$(status ./two; sort stdout)" "0
1
1
2
2"

echo '#include <conc.h>
static void f(int n) { (void)n; }
int main(void) { task(void) a = spawn f(1), b = spawn f(2); join(a); join(b); return 3; }' >quiet.c
"$concc" -fconc-schedules quiet.c -o quiet || echo "not ok - build"

# The same seed is the same run; others differ.
for i in 1 2 3; do CONC_SCHEDULE=seed:7 ./two >run$i; done
is "a seed is one run" "$(cat run2; cat run3)" "$(cat run1; cat run1)"
outputs=$(for i in $(seq 60); do CONC_SCHEDULE=seed:$i ./two | tr -d '\n'; echo; done | sort -u | wc -l)
yes_if "seeds differ ($outputs outputs)" test "$outputs" -gt 2

# Exploring.
is "all good" "$(CONC_SCHEDULE=explore:50 status ./two)" 0
has "all good" "$(cat stderr)" "conc: 50 seeds, "
is "nothing is printed on success" "$(cat stdout)" ""
sed -n 's/^conc:   \(CONC_SCHEDULE=seed\)/\1/p' stderr >differ
yes_if "seeds of different outputs are named" test "$(wc -l <differ)" -gt 1
is "each of these seeds has another" "$(while read -r again; do eval "$again" </dev/null | tr -d '\n'; echo; done <differ | sort | uniq -d)" ""
CONC_SCHEDULE=explore:20,status:3,output:/dev/null status ./quiet >one
is "one output is not mentioned" "$(cat one; grep outputs stderr)" 0
is "a status" "$(CONC_SCHEDULE=explore:20,status:3 status ./two 3)" 0
is "a wrong status" "$(CONC_SCHEDULE=explore:20 status ./two 3)" 1
has "a wrong status" "$(cat stderr)" "conc: seed 1 fails, the first of 20: exit status 3 instead of 0
conc: no switch is needed"
has "how to repeat it" "$(cat stderr)" "conc: again:  CONC_SCHEDULE=seed:1 ./two 3"
printf '1\n1\n2\n2\n' >expected
is "an output" "$(CONC_SCHEDULE=explore:200,output:expected status ./two)" 1
has "an output" "$(cat stderr)" "its standard output is not that of output:FILE"
has "policies" "$(CONC_SCHEDULE=explore:20,policy:walk,gap:3,status:9 ./two 2>&1)" "seed:1,policy:walk,gap:3 ./two"

# Endless, and blocked.
cat >endless.c <<'X'
#include <conc.h>
static _Atomic int go;
int main(void) { while (!go) ; }
X
"$concc" -fconc-schedules endless.c -o endless
has "an endless run" "$(CONC_SCHEDULE=explore:5,steps:100000 ./endless 2>&1)" "conc: no end after 100000 steps, seed:1 (steps:N in CONC_SCHEDULE)"
has "a run that takes too long" "$(CONC_SCHEDULE=explore:5,limit:200ms,steps:1000000000000 ./endless 2>&1)" "conc: seed 1 fails, the first of 5: no end within 200 ms"

# Invariants, and what a failed assertion says.
cat >invariant.c <<'X'
#include <conc.h>
monitor pair { long a, b; };
static pair p;
static long taken;
static bool whole(void *unused) { (void)unused; return p.a + p.b + taken == 10; }
static void move(pair *mutex x) { x->a--; taken++; x->b++; taken--; }
static void steal(pair *mutex x) { x->a--; }
int main(int count, char **words)
{
	(void)words;
	p.a = 10;
	conc_test_invariant(whole, NULL);
	conc_test_no_invariant(whole, NULL);
	if (count > 1) conc_test_invariant(whole, NULL);
	if (count > 2) steal(&p);
	move(&p);
	return conc_test_seed() != 4;
}
X
"$concc" -fconc-schedules invariant.c -o invariant
is "no invariant, no check; and the seed" "$(CONC_SCHEDULE=seed:4 status ./invariant; cat stderr)" 0
has "an invariant" "$(CONC_SCHEDULE=seed:4 ./invariant 1 2 2>&1)" "invariant.c:14: conc: the invariant whole is broken at step "
has "an invariant" "$(CONC_SCHEDULE=seed:4 ./invariant 1 2 2>&1)" ", seed:4 (thread main)"
is "without a seed it is not checked" "$(status ./invariant 1 2; cat stderr)" 1

# What is not of the seed.
cat >foreign.c <<'X'
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static conc_mutex m;
static int n;
static void *work(void *unused) { mutex (m) n++; return unused; }
int main(void)
{
	pthread_t t;
	char c;
	int ends[2];
	if (pipe(ends) || write(ends[1], "x", 1) != 1 || read(ends[0], &c, 1) != 1) return 1;
	if (pthread_create(&t, NULL, work, NULL)) return 2;
	mutex (m) n++;
	pthread_join(t, NULL);
	printf("%d\n", n);
}
X
"$concc" -fconc-schedules foreign.c -o foreign
is "a kernel thread goes on" "$(CONC_SCHEDULE=seed:3 status timeout 20 ./foreign; cat stdout)" "0
2"
has "a pipe" "$(cat stderr)" "conc: warning: read, seed:3: what it waits for may come from outside"
is "strict stops" "$(CONC_SCHEDULE=seed:3,strict status timeout 20 ./foreign)" 134
has "strict stops" "$(cat stderr)" "conc: read, seed:3: what it waits for may come from outside, so this run cannot be reproduced"

# Time is the run's own.
cat >hour.c <<'X'
#include <conc.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
	time_t then = time(NULL);
	conc_sleep(1800s);
	sleep(1800);
	printf("%d\n", (int)(time(NULL) - then));
}
X
"$concc" -fconc-schedules hour.c -o hour
is "an hour takes no time" "$(CONC_SCHEDULE=seed:1 timeout 5 ./hour)" 3600

# A crash is a failure like any other, and the stack's end names its thread.
cat >crash.c <<'X'
#include <conc.h>
#include <string.h>
static int deep(int n) { char page[4096]; memset(page, n, sizeof page); return n > 1000 ? page[7] : deep(n + 1) + page[5]; }
thread digger {};
void main(digger *self) { (void)self; deep(0); }
int main(int count, char **words)
{
	(void)words;
	if (count == 1) *(volatile int *)8 = 1;
	digger d;
}
X
"$concc" -fconc-schedules crash.c -o crash
has "a crash" "$(CONC_SCHEDULE=explore:3 ./crash 2>&1)" "conc: seed 1 fails, the first of 3: Segmentation fault"
has "a stack overflow" "$(CONC_SCHEDULE=explore:3 ./crash 1 2>&1)" "stack overflow: this thread has 262144 bytes (CONC_STACK_SIZE) (thread digger "

# POSIX's own, among user threads.
cat >posix.c <<'X'
#include <conc.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int turn, done;
thread player { int number; };
void main(player *self)
{
	for (int i = 0; i < 4; i++) {
		pthread_mutex_lock(&m);
		while (turn != self->number) pthread_cond_wait(&c, &m);
		turn = !turn;
		done++;
		pthread_cond_broadcast(&c);
		pthread_mutex_unlock(&m);
		sem_post(&s);
	}
}
int main(void)
{
	struct timespec until;
	sem_init(&s, 0, 0);
	player p[2] = { { 0 }, { 1 } };
	for (int i = 0; i < 8; i++) sem_wait(&s);
	conc_test_assert(done == 8);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 60;
	pthread_mutex_lock(&m);
	while (pthread_cond_timedwait(&c, &m, &until) == 0) ;
	pthread_mutex_unlock(&m);
}
X
"$concc" -fconc-schedules posix.c -o posix
is "POSIX's own" "$(CONC_PROCESSORS=4 CONC_SCHEDULE=explore:50 status timeout 60 ./posix)" 0
