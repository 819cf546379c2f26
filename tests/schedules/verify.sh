#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# All schedules, of kernel threads and of user threads: as many as there are orders, none twice, what fails is found, and what was
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

# with a bound: the orders that so many preemptions can make, all of them
built lock "-DTHREADS=2 -DTIMES=3" <source
for bound in '0 2' '1 6' '2 14' '3 18'; do
	rm -f orders
	has "at most ${bound% *} preemptions" "$(verified lock ":${bound% *}")" "schedules with more than ${bound% *} preemption"
	is "and the orders" "$(sort -u orders | wc -l)" "${bound#* }"
done
has "more than it needs" "$(verified lock :9)" "none fails"
lacks "nothing is left out" "$(cat stderr)" "left out"
built lock "-DTHREADS=2 -DTIMES=2" <source
has "concc --verify" "$(status "$concc" --verify -w -DTHREADS=2 -DTIMES=2 lock.c; cat stderr)" "conc: all 6 schedules: none fails"
has "concc --verify=1" "$(status "$concc" --verify=1 -w -DTHREADS=2 -DTIMES=2 lock.c; cat stderr)" "schedules with more than 1 preemption"
has "with -c" "$(status "$concc" --verify -c lock.c; cat stderr)" "--verify builds a program: it goes with neither -c, -S, -E nor --emit-c"
has "no number" "$(CONC_SCHEDULE=verify:x ./lock 2>&1)" "'verify:x' has no number"

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
has "told with a command of its own" "$(sh -c "exec env $(CONC_SCHEDULE=verify ./race 2>&1 | sed -n 's/^conc: small:  //p')" 2>&1)" "data race"
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
#include <pthread.h>
static conc_mutex m;
static void add(int *n) { mutex (m) ++*n; }
static void *of_the_kernel(void *n) { return add(n), n; }
int main(void)
{
	pthread_t t;
	int n = 0;
	pthread_create(&t, NULL, of_the_kernel, &n);
	{
		task(void) one = spawn add(&n), other = spawn add(&n);
	}
	pthread_join(t, NULL);
	return n != 3;
}
X
has "threads of both kinds" "$(CONC_SCHEDULE=verify status ./user; cat stderr)" "conc:   the order of user threads beside kernel threads"

# each construct, in two tasks: how many schedules there are, and how many outcomes. An engine that takes all steps apart
# has the same outcomes.
built constructs <<'X'
#include <conc.h>
#include <stdio.h>
#include <string.h>
static conc_mutex m, n;
static conc_rw_lock rw;
static conc_semaphore units;
static conc_condition changed;
static conc_barrier all_here = CONC_BARRIER(2, NULL);
static channel(int) c, d = {2};
static future(int) f;
monitor account { int balance; };
static account a;
static _Atomic int z;
static int x, ready, says[2][8], said[2];

static void say(int me, int what) { says[me][said[me]++] = what; }
static void pay(account * mutex to, int me) { say(me, to->balance++); }
static int one(void) { return 1; }

#define IS(word) (strcmp(construct, word) == 0)
static void half(const char *construct, int me)
{
	int v = -1;

	if (IS("mutex")) for (int i = 0; i < 2; i++) mutex (m) say(me, x++);
	if (IS("both")) mutex (m, n) say(me, x++);
	if (IS("monitor")) pay(&a, me), pay(&a, me);
	if (IS("try")) { if (conc_mutex_try_lock(&m)) { say(me, x++); conc_mutex_unlock(&m); } else say(me, -1); }
	if (IS("reading") && me) mutex (rw) x++;
	if (IS("reading") && !me) for (int i = 0; i < 2; i++) mutex (conc_reading(&rw)) say(me, x);
	if (IS("semaphore")) conc_semaphore_post(&units), say(me, conc_semaphore_try_wait(&units));
	if (IS("wait") && me) mutex (m) { ready = 1; conc_signal(&changed); }
	if (IS("wait") && !me) mutex (m) while (!ready) { conc_wait(&changed, &m); say(me, 1); }
	if (IS("barrier")) { mutex (m) x++; conc_barrier_wait(&all_here); say(me, x); }
	if (IS("rendezvous")) { if (me) c << 1; else { v << c; say(me, v); } }
	if (IS("channel")) { d << me; say(me, conc_try_receive(&d, &v)), say(me, v); }
	if (IS("future")) { if (me) f << 5; else { say(me, conc_future_ready(&f)); v << f; say(me, v); } }
	if (IS("until") && me) { d << 1; mutex (m) x++; }
	if (IS("until") && !me) { waituntil (v << d) say(me, v); or waituntil (m) say(me, 10 + x); or else say(me, 20); }
	if (IS("join")) { task(int) t = spawn one(); mutex (m) say(me, x++); say(me, join(t)); }
	if (IS("yield")) conc_yield(), say(me, z++);
}

int main(int count, char **words)
{
	task(void) t = spawn half(words[1], 0), u = spawn half(words[1], 1);
	FILE *file;

	join(t), join(u);
	file = fopen("orders", "a");
	for (int me = 0; me < 2; me++)
		for (int i = 0; i < said[me]; i++) fprintf(file, "%d%c", says[me][i], i + 1 < said[me] ? ',' : '|');
	fprintf(file, "%d\n", count + x);
	fclose(file);
}
X
while read -r construct schedules outcomes; do
	rm -f orders
	CONC_SCHEDULE=verify ./constructs "$construct" 2>stderr </dev/null # an exploration keeps its input
	is "$construct" "$(sed 's/.*all \([0-9]*\) schedules: none fails (.*/\1/' stderr) $(sort -u orders | wc -l)" "$schedules $outcomes"
done <<'X'
mutex 6 6
both 2 2
monitor 6 6
try 4 4
reading 7 3
semaphore 14 1
wait 2 2
barrier 4 1
rendezvous 2 1
channel 6 2
until 5 2
join 2 2
yield 2 2
future 9 2
X
# one process makes most of the runs, and they are those that a process for each makes
cat >pids.c <<'X'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *work(void *p)
{
	for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); n += p ? 1 : i; pthread_mutex_unlock(&m); }
	return p;
}
int main(int argc, char **argv)
{
	pthread_t t;
	FILE *file = fopen("pids", "a");
	fprintf(file, "%d\n", getpid());
	fclose(file);
	pthread_create(&t, NULL, work, &t);
	work(NULL);
	pthread_join(t, NULL);
	if (argc > 1 && !strcmp(argv[1], "says")) fprintf(stderr, "n is %d\n", n);
	if (argc > 1 && !strcmp(argv[1], "fails")) abort();
	return n != 6;
}
X
"$concc" -g -fconc-schedules pids.c -o pids.exe || echo "not ok - build"
rm -f pids
is "in one process" "$(CONC_SCHEDULE=verify ./pids.exe 2>&1)" "$(CONC_SCHEDULE=verify,apart ./pids.exe 2>&1)"
rm -f pids
has "all of them" "$(CONC_SCHEDULE=verify ./pids.exe 2>&1)" "conc: all 20 schedules: none fails (20 runs)"
is "that is, in few" "$(wc -l <pids) $(($(sort -u pids | wc -l) < 5))" "20 1"
is "what one of them says is shown" "$(CONC_SCHEDULE=verify ./pids.exe says 2>&1)" "---- standard error of a schedule, which did not fail ----
n is 6
conc: all 20 schedules: none fails (20 runs)"
has "a failure" "$(CONC_SCHEDULE=verify ./pids.exe fails 2>&1)" "conc: a schedule fails: Aborted"
# the heap is the same in the first run as in others
built heap <<'X'
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <stdio.h>
static struct { sem_t *s; int n; char order[4]; } all;
static void *add(void *name)
{
	char *unused = malloc(3);
	for (int i = 0; i < 2; i++) sem_wait(all.s), all.order[all.n++] = *(char *)name, sem_post(all.s);
	free(unused);
	return name;
}
int main(void)
{
	pthread_t t[2];
	all.s = aligned_alloc(32, sizeof *all.s);
	sem_init(all.s, 0, 1);
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, &"ab"[i]);
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
	free(all.s);
	FILE *file = fopen("orders", "a");
	fprintf(file, "%.4s\n", all.order);
	fclose(file);
}
X
rm -f orders
CONC_SCHEDULE=verify ./heap 2>stderr
is "a lock on the heap" "$(sort -u orders | wc -l)" 6

# actors and separate objects: how many schedules, and how many outcomes. `separate` is compared with its model, too
# (tests/model/separate/run).
built objects <<'X'
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n; char order[32]; } diary;
typedef struct { int has; } cell;
static void add(diary *d, char c) { d->order[d->n++] = c; }
static int count(diary *d) { return d->n; }
static int full(cell *c) { return c->has; }
static void change(cell *c, int by) { c->has += by; }
static separate diary *d;
static separate cell *c;
static void calls(char me, int times) { for (int i = 0; i < times; i++) separate (d) { add(d, me); add(d, me); } }
static void call(char me, int times) { for (int i = 0; i < times; i++) separate (d) add(d, me); }
static void query(char me, int times) { for (int i = 0; i < times; i++) separate (d) { add(d, me); (void)count(d); } }
static void both(char me, int times) { for (int i = 0; i < times; i++) separate (c, d) { change(c, 1); add(d, me); } }
static void put(int times) { for (int i = 0; i < times; i++) separate (c, d) require (!full(c)) { change(c, 1); add(d, 'p'); } }
static void get(int times) { for (int i = 0; i < times; i++) separate (c, d) require (full(c)) { change(c, -1); add(d, 'g'); } }

message note { char who; };
message done {};
actor log { int n; char order[32]; };
message forward { log *to; char who; };
actor relay { int unused; };
actor reader { int sum; };
static log l;
static channel(int) numbers;
receive (log *me, note *m) { me->order[me->n++] = m->who; }
receive (log *me, done *m) { (void)m; me->order[me->n++] = '.'; return Finished; }
receive (relay *me, forward *m) { (void)me; m->to | (note){ m->who }; }
receive (reader *me, note *m) { int v; v << numbers; (void)m; me->sum += v; &l | (note){ (char)('0' + v) }; }
static void sends(char who, int times) { for (int i = 0; i < times; i++) &l | (note){ who }; }

int main(int count_of_words, char **words)
{
	int threads = atoi(words[2]), times = atoi(words[3]);
	const char *order = l.order;
	diary end;
	(void)count_of_words;
#define IS(word) (strcmp(words[1], word) == 0)
#define EACH(function) scope { for (int i = 0; i < threads; i++) spawn function((char)('a' + i), times); }
	d = new separate diary {}; c = new separate cell {};
	if (IS("calls")) EACH(calls)
	if (IS("call")) EACH(call)
	if (IS("query")) EACH(query)
	if (IS("passive")) { conc_set_passive(d); EACH(query) }
	if (IS("several")) EACH(both)
	if (IS("require")) scope { for (int i = 0; i < threads; i++) { spawn put(times); spawn get(times); } }
	separate (d) { end.n = count(d); memcpy(end.order, d->order, sizeof end.order); }
	if (end.n) order = end.order;
	delete d; delete c;
	{
		struct conc_mailbox_config narrow = { (size_t)threads, CONC_MAILBOX_BLOCK }, lossy = { 1, CONC_MAILBOX_DROP_NEWEST };
		relay r = {}, s = {};
		reader waits = {};
		if (IS("narrow")) conc_mailbox_limit(&l, &narrow);
		if (IS("lossy")) conc_mailbox_limit(&l, &lossy);
		conc_actors_start(NULL);
		if (IS("send")) EACH(sends)
		if (IS("narrow") || IS("lossy")) { threads = times, times = 1; EACH(sends) }
		if (IS("overtake"))
			for (int i = 0; i < times; i++) {
				&l | (note){ 'm' };
				&r | (forward){ &l, 'r' };
				if (threads > 1) &s | (forward){ &l, 's' };
			}
		if (IS("reader")) scope {
			for (int i = 0; i < times; i++) &waits | (note){};
			for (int i = 0; i < threads; i++) spawn sends('a', 1);
			for (int i = 0; i < times; i++) numbers << i;
		}
		if (IS("ends")) { scope { spawn sends('a', 1); } &l | (done){}; }
		if (IS("last")) { relay *q = new relay {}; log *k = new log {}; q | (forward){ k, 'k' }; k | (note){ 'm' }; delete q; delete k; }
		if (IS("delete")) { log *k = new log {}; scope { spawn sends('a', 1); for (int i = 0; i < times; i++) k | (note){ 'k' }; } delete k; }
		conc_actors_stop();
	}
	for (int i = 0; i < 31; i++) if (!l.order[i]) l.order[i] = ' ';
	FILE *file = fopen("orders", "a");
	fprintf(file, "%.31s\n", order);
	fclose(file);
}
X
while IFS=: read -r what counts; do
	rm -f orders
	CONC_SCHEDULE=verify ./objects $what 2>stderr </dev/null
	is "$what" " $(sort -u orders | wc -l) $(sed -n 's/.*all \([0-9]*\) schedules*: none fails (.*/\1/p' stderr)" "$counts"
done <<'X'
calls 2 2: 6 6
calls 3 2: 90 90
call 3 2: 90 90
query 2 3: 20 20
passive 2 2: 6 6
several 3 2: 90 90
require 1 1: 1 12
send 3 2: 90 90
narrow 1 2: 2 4
lossy 1 3: 15 24
overtake 1 1: 2 2
overtake 2 2: 90 90
reader 1 2: 3 12
ends 1 1: 2 2
delete 1 2: 1 1
last 1 1: 1 2
X
# the last step of a child changes something and ends the child: ends come in any order
built children <<'X'
#include <conc.h>
#include <stdio.h>
typedef struct { int n; char order[8]; } diary;
static separate diary *a, *b;
static void add(diary *d, char who) { d->order[d->n++] = who; }
static int count(diary *d) { return d->n; }
static void one(void)
{
	separate (b) add(b, '1');
	separate (a) add(a, '1');
	separate (a, b) { add(b, '2'); add(a, '2'); (void)count(a); }
}
static void two(void)
{
	separate (a, b) { add(a, '3'); add(b, '3'); (void)count(b); }
	separate (b) add(b, '4');
}
static void three(void) { separate (b) add(b, '5'); }
int main(void)
{
	FILE *file;
	a = new separate diary {}, b = new separate diary {};
	scope { spawn one(); spawn two(); spawn three(); }
	separate (a, b) {
		int n = count(a), m = count(b);
		file = fopen("orders", "a");
		fprintf(file, "%.*s %.*s\n", n, a->order, m, b->order);
		fclose(file);
	}
}
X
rm -f orders
is "the ends of children" "$(CONC_SCHEDULE=verify ./children 2>&1 | sed 's/ (.*//') $(sort -u orders | wc -l)" "conc: all 40 schedules: none fails 40"
built replicas <"$CONC/examples/scalable_log.c"
# a message that arrives, and a report that only counts the workers without work
cat >waits.c <<'X'
#include <conc.h>
message go { int n; };
actor client { future(int) *f; int got; };
receive (client *self, go *m) { int x; x << *self->f; self->got = x + m->n; }
static future(int) f;
static client a = { &f };
int main(void)
{
	conc_actors_start(NULL);
	a | (go){ 1 };
	conc_actors_stop();
}
X
"$concc" -g -fconc-schedules waits.c -o waits || echo "not ok - build"
CONC_SCHEDULE=verify ./waits 2>stderr
is "idle workers" "$(sed -n '/^conc: every/,/^conc: a sched/p' stderr | sed 's/0x[0-9a-f]*/0x…/')" "conc: every thread is blocked
  main waits for quiet of all actors, at waits.c:11
  actor worker 1, handling message 'go' to actor 'client' 0x…, waits for future, at waits.c:4
  and 8 idle workers
conc: a schedule fails: Aborted"
has "a message arrives" "$(cat stderr)" "waits.c:4 arrives at a"
has "and is handled" "$(cat stderr)" "waits.c:4 handles a message"
has "replicas" "$(CONC_SCHEDULE=verify:0 status ./replicas >out; cat stderr)" "conc:   the order in which replicas take messages"

built deadlock <<'X'
#include <conc.h>
static conc_mutex a, b;
static void one(void) { mutex (a) mutex (b) {} }
static void other(void) { mutex (b) mutex (a) {} }
int main(void) { task(void) t = spawn one(), u = spawn other(); }
X
has "a deadlock of tasks" "$(CONC_SCHEDULE=verify ./deadlock 2>&1)" "conc: a schedule fails: Aborted
conc: 1 switch is enough:"

built channels <<'X'
#include <conc.h>
static channel(int) a, b;
static void one(void) { int v; a << 1; v << b; (void)v; }
static void other(void) { int v; b << 1; v << a; (void)v; }
int main(void) { scope { spawn one(); spawn other(); } }
X
has "and of channels, where they are used" "$(CONC_SCHEDULE=verify ./channels 2>&1)" "channels.c:3 sends to a"
has "and where main waits" "$(CONC_SCHEDULE=verify ./channels 2>&1)" "channels.c:5 joins"

# interrupted: it says how far it came. What it runs is not.
built long "-DTHREADS=4 -DTIMES=4" <source
rm -f orders
CONC_SCHEDULE=verify ./long >out 2>stderr &
verifies=$!
while [ ! -s orders ]; do sleep 0.1; done
kill -INT $verifies
wait $verifies
is "interrupted" "$? $(sed 's/[0-9]* schedule[s]*/N schedules/; s/([0-9]* runs)/(N runs)/' stderr)" "3 conc: N schedules: none fails, but left out: (N runs)
conc:   the rest: it was interrupted"

# loops that look again
built peterson <<'X'
#include <pthread.h>
static _Atomic int flag[2], turn;
static int n;
static void *add(void *p)
{
	int me = p != NULL;
	flag[me] = 1;
#ifndef BROKEN
	turn = !me;
#endif
	while (flag[!me] && turn == !me) ;
	n++;
	flag[me] = 0;
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	add(&t);
	pthread_join(t, NULL);
	return n != 2;
}
X
is "Peterson's lock" "$(CONC_SCHEDULE=verify ./peterson 2>&1)" "conc: all 46 schedules: none fails (46 runs)
conc:   a loop that only loads was taken to wait for a change"
"$concc" -w -g -DBROKEN -fconc-schedules peterson.c -o broken
has "without the turn" "$(CONC_SCHEDULE=verify ./broken 2>&1)" "conc: a schedule fails: a data race"
built spins <<'X'
#include <pthread.h>
static _Atomic int flag;
static void *look(void *p) { while (!flag) ; return p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, look, NULL);
	pthread_join(t, NULL);
}
X
has "no change can come" "$(CONC_SCHEDULE=verify ./spins 2>&1)" "conc: no end after "
built gives_up <<'X'
#include <pthread.h>
static _Atomic int flag;
static void *look(void *p) { for (int i = 0; i < 10 && !flag; i++) ; return p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, look, NULL);
	pthread_join(t, NULL);
	flag = 1;
}
X
has "a loop that counts" "$(CONC_SCHEDULE=verify status ./gives_up; cat stderr)" "conc:   when a loop that waits gives up"

built child <<'X'
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
	int status = 0;
	if (fork() == 0) _exit(3);
	return wait(&status) < 0 || WEXITSTATUS(status) != 3;
}
X
has "a child process is waited for" "$(CONC_SCHEDULE=verify status ./child; cat stderr)" "3
"
has "not with seeds" "$(CONC_SCHEDULE=seed:1,verify ./user 2>&1)" "'verify' comes second: it is an exploration of its own"
