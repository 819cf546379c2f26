#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# The reports of data races in seeded runs: what they name, that there is one for each two lines, that the seed fails, what is
# no race, and what is meant to be one.
. "$CONC/tests/driver/common"
ulimit -c 0

# Runs program NAME.c, which is on standard input, under the seeds 1 to 20, and leaves all that they say, without the
# seeds, in said.
said() {
	cat >"$1.c"
	"$concc" -std=gnu17 -g -O1 -fconc-schedules "$1.c" -o "$1" || { echo "not ok - build $1"; return; }
	for seed in $(seq 20); do CONC_SCHEDULE=seed:$seed "./$1" 2>&1 >stdout; done | sed 's/, seed:[0-9]*$/, seed:N/' >said
}
names() {	# names WHAT FIRST SECOND: the report of these two lines is there
	grep -F -x -A 1 -e "$2" said | grep -q -F -x -e "$3" && echo "ok - $1" || { echo "not ok - $1: not there: $2 / $3"; sort -u said; }
}
clean() { is "$1" "$(cat said)" ""; }

said variable <<'X'
#include <conc.h>
static long other, count;
static conc_mutex a, b;
static void up(conc_mutex *m)
{
	mutex (*m) count++;
	other++;
}
int main(void)
{
	task(void) t = spawn up(&a), u = spawn up(&b);
	join(t); join(u);
	return (int)(count + other) == 100;
}
X
names "a variable, threads, locks" \
	"variable.c:6: conc: data race: up 1 (started at variable.c:11) reads count holding a, seed:N" \
	"variable.c:6: conc:   up 2 (started at variable.c:11) wrote it holding b, and nothing orders the two"
names "no lock" \
	"variable.c:7: conc: data race: up 1 (started at variable.c:11) reads other, seed:N" \
	"variable.c:7: conc:   up 2 (started at variable.c:11) wrote it, and nothing orders the two"
is "one report of two lines" "$(grep -c 'variable.c:7: conc: data race' said)" 20
is "the status" "$(CONC_SCHEDULE=seed:1 status ./variable)" 66
is "an exploration fails" "$(CONC_SCHEDULE=explore:5 status ./variable)" 1
has "and says why" "$(cat stderr)" "conc: seed 1 fails, the first of 5: a data race
conc: again:  CONC_SCHEDULE=seed:1 ./variable"
is "in one command" "$(status "$concc" --test-schedules=5 variable.c)" 1
has "in one command, with lines" "$(cat stderr)" "variable.c:7: conc: data race: up "
is "not looked for" "$(CONC_SCHEDULE=explore:5,noraces status ./variable)" 0
is "without a seed" "$(status ./variable; cat stderr)" 0

said objects <<'X'
#include <conc.h>
#include <stdlib.h>
struct pair { long first, second; };
static int table[4];
static void f(long *block, struct pair *p, long *local)
{
	table[3]++;
	block[2]++;
	p->second++;
	*local += 1;
}
int main(void)
{
	long local = 0, *block = malloc(40);
	struct pair *p = new struct pair { 1, 2 };
	block[2] = 0;
	task(void) a = spawn f(block, p, &local), b = spawn f(block, p, &local);
	join(a); join(b);
	free(block);
	delete p;
	return table[3] + (int)local == 100;
}
X
names "an element" \
	"objects.c:7: conc: data race: f 1 (started at objects.c:17) reads table, 12 bytes into it, seed:N" \
	"objects.c:7: conc:   f 2 (started at objects.c:17) wrote it, and nothing orders the two"
names "a block" \
	"objects.c:8: conc: data race: f 1 (started at objects.c:17) reads memory allocated at objects.c:14, 16 bytes into it, seed:N" \
	"objects.c:8: conc:   f 2 (started at objects.c:17) wrote it, and nothing orders the two"
names "an object of new" \
	"objects.c:9: conc: data race: f 1 (started at objects.c:17) reads what new made at objects.c:15, 8 bytes into it, seed:N" \
	"objects.c:9: conc:   f 2 (started at objects.c:17) wrote it, and nothing orders the two"
names "a stack" \
	"objects.c:10: conc: data race: f 1 (started at objects.c:17) reads a variable on the stack of main, seed:N" \
	"objects.c:10: conc:   f 2 (started at objects.c:17) wrote it, and nothing orders the two"

said behaviours <<'X'
#include <conc.h>
static long total;
message add { long n; };
actor adder { long own; };
receive (adder *self, add *m)
{
	total += m->n;
	self->own += m->n;
}
typedef struct { long n; } box;
static void put(box *b, long n) { b->n = total = n; }
int main(void)
{
	adder x = {}, y = {};
	separate box *b = new separate box { 0 };
	conc_actors_start(NULL);
	x | (add){ 1 } | (add){ 2 };
	y | (add){ 3 };
	separate (b) put(b, 4);
	conc_actors_stop();
	delete b;
	return 0;
}
X
names "two actors" \
	"behaviours.c:7: conc: data race: actor adder reads total, seed:N" \
	"behaviours.c:7: conc:   actor adder wrote it, and nothing orders the two"
grep -q '^behaviours.c:11: conc:.* handler of box w' said && echo "ok - a handler" || { echo "not ok - a handler"; cat said; }

said calls <<'X'
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char text[64] = "some text of the program's", copy[64];
static volatile size_t size = 20;
static void writes(int i, char *block)
{
	if (i == 0) text[1] = 'O';
	if (i == 1) copy[2] = 'x';
	if (i == 2) block[3] = 'y';
}
static void reads(int i, char *block)
{
	if (i == 0) printf("%d %s\n", 3, text);
	if (i == 1) memcpy(copy, text, size);
	if (i == 2) free(block);
}
static void both(int i)
{
	char *block = malloc(8);
	memset(block, 0, 8);
	task(void) a = spawn writes(i, block), b = spawn reads(i, block);
	join(a); join(b);
}
int main(void)
{
	for (int i = 0; i < 3; i++) both(i);
}
X
names "printf reads" \
	"calls.c:10: conc: data race: writes 1 (started at calls.c:24) writes text, 1 bytes into it, seed:N" \
	"calls.c:16: conc:   reads 2 (started at calls.c:24) read it, and nothing orders the two"
names "memcpy writes" \
	"calls.c:11: conc: data race: writes 1 (started at calls.c:24) writes copy, 2 bytes into it, seed:N" \
	"calls.c:17: conc:   reads 2 (started at calls.c:24) wrote it, and nothing orders the two"
grep -q '^calls.c:18: conc: .*reads 2 .* free[sd] ' said && echo "ok - free" || { echo "not ok - free"; cat said; }

# What is ordered: by locks, joins, atomic operations and fences, pipes, thread-local and reused memory.
said ordered <<'X'
#include <conc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static long shared, by_fence, by_pipe;
static _Atomic int flag, other;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ends[2];
static _Thread_local long mine;
static void locks(void)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		shared++;
		pthread_mutex_unlock(&m);
		mine++;
		free(malloc(100));
	}
}
static void gives(void)
{
	by_fence = 1;
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	by_pipe = 2;
	if (write(ends[1], "x", 1) != 1) abort();
}
static void takes(void)
{
	char c;
	while (!atomic_load_explicit(&flag, memory_order_relaxed)) conc_yield();
	atomic_thread_fence(memory_order_acquire);
	by_fence++;
	if (read(ends[0], &c, 1) != 1) abort();
	by_pipe++;
}
int main(void)
{
	if (pipe(ends)) return 1;
	task(void) a = spawn locks(), b = spawn locks(), c = spawn gives(), d = spawn takes();
	join(a); join(b); join(c); join(d);
	shared++;
}
X
grep -v 'what it waits for may come from outside' said >rest
mv rest said
clean "what is ordered is no race"

said meant <<'X'
#include <conc.h>
static long statistics, count;
static void f(void) { statistics++; }
int main(void)
{
	conc_test_racy(&statistics);
	task(void) a = spawn f(), b = spawn f();
	join(a); join(b);
	return (int)count;
}
X
clean "what is meant to be a race"

# Invariants look at what they like.
said invariant <<'X'
#include <conc.h>
static long n;
static bool good(void *unused) { (void)unused; return n >= 0; }
static void f(void) { n++; }
int main(void)
{
	conc_test_invariant(good, NULL);
	task(void) a = spawn f();
	join(a);
}
X
clean "an invariant's reads"

# Where races cannot be found, that is said.
if echo 'int main(void) { return 0; }' | cc -static -xc - -o static 2>static.log; then
	is "a static program" "$("$concc" -static -fconc-schedules variable.c -o static && CONC_SCHEDULE=explore:5 status ./static)" 3
	has "a static program" "$(cat stderr)" "conc:   a static program: data races are not looked for (5 of 5 runs)"
else
	skip "no static programs here: $(head -n 1 static.log)"
fi
