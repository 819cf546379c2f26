#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# -fconc-summaries: data that threads of several units share. What is found, with the whole message, and what is not; by
# which ways the summaries come to the link.
. "$CONC/tests/driver/common"

# ---- Globals: one unit starts, another one's code runs ----

cat >store.h <<'X'
struct stock { long left; };
extern long total, kept, once;
void add(long n);
void keep(long n);
void sell(struct stock *s);
X
cat >store.c <<'X'
#include <conc.h>
#include "store.h"

long total, kept, once;
static conc_mutex lock;

void add(long n)
{
	total += n;
}

void keep(long n) { mutex (lock) kept += n; }
void sell(struct stock *s) { s->left--; }
X
cat >main.c <<'X'
#include <conc.h>
#include "store.h"

int main(void)
{
	once = 1;
	task(void) t = spawn add(3);
	total = 1;
	join(t);
	task(void) a = spawn keep(1), b = spawn keep(2);
}
X
cat >expected <<'X'
store.c:9:9: warning: 'total' is changed while another thread may use it [-Wconc-shared]
    9 |         total += n;
      |         ^~~~~
main.c:8:9: note: the other thread changes it here
    8 |         total = 1;
      |         ^~~~~
main.c:7:24: note: a thread is started here
    7 |         task(void) t = spawn add(3);
      |                        ^~~~~~~~~~~~
store.c:9:9: note: put each use under one 'mutex' ('guarded' checks that), make it '_Atomic', or give each thread its own
    9 |         total += n;
      |         ^~~~~
X
said() { "$concc" -fconc-summaries "$@" -o prog 2>&1; }
short() { "$concc" -fconc-summaries "$@" -o prog 2>&1 | grep -v '^ '; }
is "one command" "$(said store.c main.c)" "$(cat expected)"
is "units say nothing by themselves" "$("$concc" -fconc-summaries -c store.c main.c 2>&1)" ""
is "objects" "$(said store.o main.o)" "$(cat expected)"
is "the program runs" "$(status ./prog)" 0
ar rcs libstore.a store.o
is "an archive" "$(said main.c libstore.a)" "$(cat expected)"
is "by -l" "$(said main.c -L. -lstore)" "$(cat expected)"
is "a partial link" "$("$concc" -fconc-summaries -r store.o main.o -o both.o 2>&1; said both.o)" "$(cat expected)"
is "-S" "$("$concc" -fconc-summaries -S store.c -o store.s; said store.s main.o)" "$(cat expected)"
is "a shared library" "$(said -fPIC -shared store.c main.c)" "$(cat expected)"
is "-flto" "$(said -O2 -flto store.c main.c)" "$(cat expected)"
is "unused sections" "$(said -ffunction-sections -Wl,--gc-sections -g store.c main.c)" "$(cat expected)"
is "in strict C" "$(said -std=c99 -pedantic-errors -Wall -Wextra store.c main.c)" "$(cat expected)"
if there clang; then
	is "clang" "$(CONC_CC=clang said store.c main.c)" "$(cat expected)"
	is "clang and gcc" "$(CONC_CC=clang "$concc" -fconc-summaries -c store.c -o c.o; said main.o c.o)" "$(cat expected)"
fi
cat >Makefile <<'X'
CC = $(CONC_TESTED) -fconc-summaries
prog: main.o store.o
	$(CC) main.o store.o -o prog
X
is "make -j" "$(rm -f ./*.o; CONC_TESTED=$concc make -s -j4 prog 2>&1)" "$(cat expected)"

# ---- Options ----

rm -f prog
is "an error" "$(said -Werror=conc-shared store.o main.o | head -n 1)" "$(sed '1s/warning/error/; 1s/-W/-Werror=/; q' expected)"
is "no program then" "$(status "$concc" -fconc-summaries -Werror store.o main.o -o prog; ls prog 2>/dev/null)" 1
is "switched off at the link" "$(said -Wno-conc-shared store.o main.o)" ""
is "taken back" "$("$concc" -fconc-summaries -fno-conc-summaries store.o main.o -o prog 2>&1)" ""
is "a link without it" "$("$concc" store.o main.o -o prog 2>&1)" ""
gcc -fdiagnostics-format=json -E -x c /dev/null >json 2>&1 &&	# newer ones have none
	is "JSON" "$(said -fdiagnostics-format=json store.o main.o | grep -c '"file": "store.c", "line": 9')" 1

# ---- What is not known ----

is "a unit without summaries" "$("$concc" -c store.c -o opaque.o; said main.o opaque.o)" ""
cp store.o bare.o && objcopy -R .conc.summaries bare.o
is "stripped of them" "$(said main.o bare.o)" ""
said main.o store.o >/dev/null; strip prog
is "a stripped program" "$(status ./prog)" 0
is "a linker that knows nothing of them" "$(gcc main.o store.o "$CONC/build/libconc.a" -pthread -o prog 2>&1; status ./prog)" 0
sed 's/o 0 total/o 0 tonal/' store.o >damaged.o
is "a damaged one" "$(said main.o damaged.o)" \
	"concc: warning: prog: a summary in section .conc.summaries is damaged: data that its units share are not checked"
sed 's/conc.summaries 1/conc.summaries 7/' store.o >other.o
is "another version" "$(said main.o other.o)" \
	"concc: warning: prog: a summary in section .conc.summaries was written by another version of concc: data that its units share are not checked"

# ---- Three units: parameters, threads that a call leaves running, mains of thread types ----

cat >world.h <<'X'
#include <conc.h>
struct stock { long left; };
thread clerk { int number; };
extern long opened, closed, served, quiet;
extern conc_mutex counter;
void sell(struct stock *s);
void begin(void), end(void), enter(void), leave(void);
void *run(void *count);
void visit(struct stock *s);
void late(void);
X
cat >work.c <<'X'
#include "world.h"
long served, quiet;
conc_mutex counter;
static long hidden;
void sell(struct stock *s) { s->left--; }
void main(clerk *self) { served += self->number; }
void *run(void *count) { *(long *)count = 1; hidden++; return NULL; }
void enter(void) { conc_mutex_lock(&counter); }
void leave(void) { conc_mutex_unlock(&counter); }
void late(void) { hidden++; }
X
cat >start.c <<'X'
#include <pthread.h>
#include "world.h"
long opened, closed;
static void open_all(void) { opened++; closed++; }
static task(void) running;
void begin(void) { running = spawn open_all(); }
void end(void) { join(running); closed = 0; }
void visit(struct stock *s) { sell(s); }
static void count(void) { enter(); quiet++; leave(); }
X
cat >use.c <<'X'
#include <pthread.h>
#include "world.h"
static void polite(void) { enter(); quiet++; leave(); }
int main(void)
{
	struct stock s = { 3 };
	task(void) seller = spawn visit(&s);
	s.left = 4;
	join(seller);
	begin();
	opened = 2;
	end();
	{ clerk a = { 1 }; served = 0; }
	long n = 0;
	pthread_t t;
	pthread_create(&t, NULL, run, &n);
	n++;
	late();
	pthread_join(t, NULL);
	task(void) first = spawn polite(), second = spawn polite();
	return (int)n;
}
X
sed -i '/^static void count/d' start.c
is "three units" "$(short work.c start.c use.c)" "work.c:5:30: warning: 's->left' is changed while another thread may use it [-Wconc-shared]
use.c:8:9: note: the other thread changes it here
use.c:7:29: note: a thread is started here
work.c:5:30: note: put each use under one 'mutex' ('guarded' checks that), make it '_Atomic', or give each thread its own
work.c:6:26: warning: 'served' is changed while another thread may use it [-Wconc-shared]
use.c:13:28: note: the other thread changes it here
use.c:13:17: note: a thread is started here
work.c:6:26: note: put each use under one 'mutex' ('guarded' checks that), make it '_Atomic', or give each thread its own
work.c:7:26: warning: '*(long *)count' is changed while another thread may use it [-Wconc-shared]
use.c:17:9: note: the other thread changes it here
use.c:16:9: note: a thread is started here
work.c:7:26: note: put each use under one 'mutex' ('guarded' checks that), make it '_Atomic', or give each thread its own
work.c:7:46: warning: 'hidden' is changed while another thread may use it [-Wconc-shared]
work.c:10:19: note: the other thread changes it here
use.c:16:9: note: a thread is started here
work.c:7:46: note: put each use under one 'mutex' ('guarded' checks that), make it '_Atomic', or give each thread its own
start.c:4:30: warning: 'opened' is changed while another thread may use it [-Wconc-shared]
use.c:11:9: note: the other thread changes it here
start.c:6:30: note: a thread is started here
start.c:4:30: note: put each use under one 'mutex' ('guarded' checks that), make it '_Atomic', or give each thread its own"

# The same, each use kept apart: nothing is said.
sed 's/s->left--;/mutex (counter) s->left--;/; s/served +=/mutex (counter) served +=/; s/hidden++/mutex (counter) hidden++/
	s/\*(long \*)count = 1;//' work.c >work_right.c
sed 's/opened++/mutex (counter) opened++/' start.c >start_right.c
sed 's/s.left = 4/mutex (counter) s.left = 4/; s/opened = 2/mutex (counter) opened = 2/; s/served = 0/mutex (counter) served = 0/' use.c >use_right.c
is "three units, right" "$(said work_right.c start_right.c use_right.c)" ""

# ---- Names ----

# A static variable and a static function of another unit have the same names, and are others.
cat >one.c <<'X'
#include <conc.h>
static long n;
static void change(void) { n++; }
void other(void);
int main(void) { task(void) t = spawn change(); other(); }
X
cat >two.c <<'X'
#include <conc.h>
static long n;
static conc_mutex m;
static void change(void) { mutex (m) n++; }
void other(void) { change(); n = 1; }
X
is "static names" "$(said one.c two.c)" ""
# Two definitions of a weak symbol: nobody knows which one is called.
echo '__attribute__((weak)) void other(void) { }' >>one.c
cat >weak.c <<'X'
#include <conc.h>
long shared;
static conc_mutex m;
void change(void) { shared++; }
__attribute__((weak)) void other(void) { shared = 1; }
void third(void) { mutex (m) { } }
X
cat >strong.c <<'X'
#include <conc.h>
static conc_mutex m;
void change(void);
void other(void) { mutex (m) { } }
void go(void) { task(void) t = spawn change(); other(); }
int main(void) { go(); }
X
is "weak symbols" "$(said weak.c strong.c)" ""
# What a unit has said is not said again.
cat >self.c <<'X'
#include <conc.h>
long sold;
void sell(void) { sold++; }
X
{ cat self.c; echo 'int main(void) { task(void) a = spawn sell(), b = spawn sell(); }'; } >alone.c
is "said once" "$(said alone.c | grep -c warning)" 1
echo 'void sell(void); int main(void) { task(void) a = spawn sell(), b = spawn sell(); }' | cat self.c - | sed '2,3d' >beside.c
sed 's/^long sold;/&\nstatic conc_mutex m; void third(void) { mutex (m) { } }/' self.c >self_unit.c
is "two threads of one function elsewhere" "$(short self_unit.c beside.c)" "self_unit.c:4:19: warning: 'sold' is changed by several threads at once [-Wconc-shared]
beside.c:2:50: note: a thread is started here
beside.c:2:68: note: another thread is started here
self_unit.c:4:19: note: put each use under one 'mutex' ('guarded' checks that), make it '_Atomic', or give each thread its own"
# In a header, the includer is shown.
echo 'static inline void more(long *n) { ++*n; }' >more.h
printf '#include <conc.h>\n#include "more.h"\nlong *get(void);\nlong sum;\nstatic conc_mutex m;\nvoid grow(void) { more(&sum); mutex (m) { } }\n' >grow.c
printf '#include <conc.h>\nextern long sum;\nvoid grow(void);\nint main(void) { task(void) t = spawn grow(); sum = 1; }\n' >reader.c
is "in a header" "$(short grow.c reader.c | head -n 2)" "In file included from grow.c:2:
more.h:1:38: warning: '*n' is changed while another thread may use it [-Wconc-shared]"
# A join in an expression, whose operands are in no order.
printf '#include <conc.h>\nlong counted;\nstatic conc_mutex m;\nlong count(void) { mutex (m) { } return counted++; }\n' >count.c
printf '#include <conc.h>\nextern long counted;\nlong count(void);\nint main(void) { task(long) t = spawn count(); long n = join(t); counted = n; }\n' >joined.c
is "joined in an expression" "$(said count.c joined.c)" ""
sed 's/long n = join(t); counted = n;/counted = 1; join(t);/' joined.c >early.c
is "used before the join" "$(short count.c early.c | head -n 1)" \
	"count.c:4:41: warning: 'counted' is changed while another thread may use it [-Wconc-shared]"
