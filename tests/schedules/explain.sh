#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# What an exploration says of the seed that failed: few switches, the steps that matter in their order, and a command that
# does just that, in another process, too.
. "$CONC/tests/driver/common"
ulimit -c 0

# told NAME [WORDS]: explores NAME.c, which is on standard input, and prints what it tells of the failure
told() {
	cat >"$1.c"
	"$concc" -g -w -O1 -fconc-schedules "$1.c" -o "$1" || { echo "does not build"; return; }
	CONC_SCHEDULE=explore:2000${2:-} "./$1" >"$1.log" 2>&1
	sed -n '/^conc: [0-9]* switch/,/^conc: again/p; /^conc: no switch/,/^conc: again/p; /^conc: no list/p' "$1.log" | sed '/^conc: again/d'
	small=$(sed -n 's/^conc: small:  //p' "$1.log")
	[ -z "$small" ] || for i in 1 2 3 4 5; do sh -c "exec env $small" >"small.$i" 2>&1; echo "status $?" >>"small.$i"; done
	[ -z "$small" ] || { cmp small.1 small.5 && tail -n 1 small.1; }
}

is "a lost update" "$(told update <<'X'
#include <conc.h>
static _Atomic int n;
static void add(void) { n = n + 1; }
int main(void)
{
	{
		task(void) a = spawn add(), b = spawn add();
	}
	conc_test_assert(n == 2);
}
X
)" "conc: 1 switch is enough:
conc:   add 2                 add 1                 main
conc:   update.c:3 loads n
conc:                         update.c:3 loads n
conc:                         update.c:3 changes n
conc:   update.c:3 changes n
conc:                                               update.c:9 loads n
status 134"

is "threads of pthread" "$(told order <<'X'
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, used;
static void *prepare(void *p)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_mutex_unlock(&m);
	return p;
}
static void *use(void *p)
{
	pthread_mutex_lock(&m);
	used = ready;
	pthread_mutex_unlock(&m);
	return p;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, prepare, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(b, NULL);
	pthread_join(a, NULL);
	assert(used == 1);
}
X
)" "conc: no switch is needed:
conc:   use 65                  prepare 1               main
conc:   order.c:14 locks m
conc:   order.c:15 reads ready
conc:   order.c:15 writes used
conc:   order.c:16 unlocks m
conc:                           order.c:7 locks m
conc:                           order.c:8 writes ready
conc:                           order.c:9 unlocks m
conc:                                                   order.c:26 reads used
status 134"

is "no order at all" "$(told always <<'X'
#include <conc.h>
static _Atomic int n;
static void add(void) { n++; }
int main(void)
{
	join(spawn add());
	conc_test_assert(n == 2);
}
X
)" "conc: no switch is needed:
conc:   add 1                 main
conc:   always.c:3 changes n
conc:                         always.c:7 loads n
status 134"

is "a race is told by its report" "$(told race <<'X'
#include <conc.h>
static int n;
static void add(void) { n++; }
int main(void)
{
	task(void) a = spawn add(), b = spawn add();
}
X
)" ""

is "a wake-up that nobody sent" "$(told spurious ,policy:walk <<'X'
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *set(void *p)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, set, NULL);
	pthread_cond_wait(&c, &m);
	assert(ready);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
X
)" "conc: no list of switches repeats that: it needs one inside an operation, or something else that is drawn"

for bad in 0.1 0.1-2+ 0:1-2 x none+0.1-2 ''; do
	has "'$bad' is no list" "$(CONC_SCHEDULE=seed:1,switches:$bad ./update 2>&1)" "'switches:$bad' has no switches such as 0.12-1+1/3-0, or none"
done
