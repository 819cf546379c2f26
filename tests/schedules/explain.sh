#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# What an exploration says of the seed that failed: few switches, the steps that matter in their order, with the values, the
# one after which all orders fail, and a command that does just that, in another process, too.
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
conc:   add 1                     add 2                     main
conc:   update.c:3 loads n = 0
conc:                             update.c:3 loads n = 0
conc:   too late: all 30 ways to go on from here fail
conc:                             update.c:3 changes n = 1
conc:   update.c:3 changes n = 1
conc:                                                       update.c:9 loads n = 1
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
conc:   use 2                       prepare 1                   main
conc:   order.c:14 locks m
conc:   too late: all 30 ways to go on from here fail
conc:   order.c:15 reads ready = 0
conc:   order.c:15 writes used = 0
conc:   order.c:16 unlocks m
conc:                               order.c:7 locks m
conc:                               order.c:8 writes ready = 1
conc:                               order.c:9 unlocks m
conc:                                                           order.c:26 reads used = 0
status 134"

is "a signal that nobody hears, which decides" "$(told signal <<'X'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic int ready;
static void *set(void *p)
{
	ready = 1;
	pthread_cond_signal(&changed);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	pthread_mutex_lock(&m);
	while (!ready) pthread_cond_wait(&changed, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
X
)" "conc: 1 switch is enough:
conc:   main                           set 1
conc:   signal.c:16 loads ready = 0
conc:                                  signal.c:7 changes ready = 1
conc:                                  signal.c:8 signals changed
conc:   too late: all 30 ways to go on from here fail
conc:   signal.c:16 waits for changed
status 134"

is "a channel that is closed" "$(told closed <<'X'
#include <conc.h>
static channel(int) c = {2};
static conc_mutex m;
static int stop;
static void produce(void)
{
	bool stopped;
	mutex (m) stopped = stop;
	if (!stopped) c << 1;
}
static void end(void)
{
	mutex (m) stop = 1;
	conc_close(&c);
}
int main(void)
{
	scope { spawn produce(); spawn end(); }
}
X
)" "conc: 1 switch is enough:
conc:   produce 1                    end 2
conc:   closed.c:8 locks m
conc:   closed.c:8 reads stop = 0
conc:   closed.c:8 unlocks m
conc:                                closed.c:13 locks m
conc:                                closed.c:13 writes stop = 1
conc:                                closed.c:13 unlocks m
conc:                                closed.c:14 closes c
conc:   too late: all 30 ways to go on from here fail
conc:   closed.c:9 sends to c
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
conc:   add 1                     main
conc:   too late: all 30 ways to go on from here fail
conc:   always.c:3 changes n = 1
conc:                             always.c:7 loads n = 1
status 134"

is "values, if they are the same for each type of that size" "$(told values <<'X'
#include <conc.h>
static _Atomic signed char byte;
static _Atomic long far;
static _Atomic float f;
static _Atomic double d;
static struct { _Atomic int a, b; } pair;
static void set(void)
{
	byte = -1;
	far = 1l << 40;
	f = 1;
	d = 0;
	pair.b = -7;
}
int main(void)
{
	join(spawn set());
	conc_test_assert(byte + far + f + d + pair.b == 0);
}
X
)" "conc: no switch is needed:
conc:   set 1                            main
conc:   too late: all 30 ways to go on from here fail
conc:   values.c:9 changes byte
conc:   values.c:10 changes far
conc:   values.c:11 changes f
conc:   values.c:12 changes d = 0
conc:   values.c:13 changes pair+4 = -7
conc:                                    values.c:18 loads byte
conc:                                    values.c:18 loads far
conc:                                    values.c:18 loads f
conc:                                    values.c:18 loads d = 0
conc:                                    values.c:18 loads pair+4 = -7
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
