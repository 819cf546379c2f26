#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/inspect
# gdb's commands for user threads, in a program with a thread in each wait (states.c) and with objects of each construct (values.c).
. "$CONC/tests/driver/common"
. "$CONC/tests/inspect/common"
cp "$CONC/tests/inspect/states.c" .
"$concc" -O2 -g -Wl,--gc-sections states.c -o states || exit 1
lists -- -ex run ./states | after >live
is "the lists" "$(cat live)" "$states"

cp "$CONC/tests/inspect/values.c" .
"$concc" -O0 -g values.c -o values || exit 1
line() { grep -n "// $1" values.c | cut -d: -f1; }
in_gdb "break $(line here)" run 'conc bt main' 'info conc threads' 'print numbers' 'print points' 'print share' 'print called_off' \
	'print shelf' 'print units' 'print setup' 'print savings' 'print office' up up 'print t' 'print p' 'conc thread' 'conc find &savings' \
	'conc thread 9999' 'conc thread x' 'conc bt 1' -- ./values | sed -n '/^main (/,$p' | unnumbered >said
is "values, states" "$(cat said)" "$(cat "$CONC/tests/inspect/values.said")"
in_gdb 'conc break main(porter *self)' 'conc break receive(clerk *, letter *)' run bt continue bt 'conc break look' -- ./values >said
has "a breakpoint in a thread's main" "$(cat said)" '#0  main(porter *) (self='
has "a breakpoint in a behaviour" "$(cat said)" '#0  receive(clerk *, letter *) (c='
has "no function of a kind" "$(cat said)" 'A function of a kind? As in: conc break receive(clerk *, letter *)'
in_gdb "break $(line adds)" run step step step step -- ./values >said
is "step goes through the program's lines alone" "$(grep -c 'libconc\|conc/' said)" 0
has "step into a function with a mutex parameter" "$(cat said)" 'add (a='
in_gdb 'info conc threads' 'conc thread 1' -- ./values >said
has "a program that has not begun" "$(cat said)" 'The program is not being run.'

"$concc" -O2 -g "$CONC/tests/inspect/split.c" -o split || exit 1
in_gdb 'break all_run' run 'info conc replicas' -- ./split | sed -n '/^ *Scalable/,$p' | sed -E 's/ [0-9]+ +[0-9]+$/ N N/' >said
is "replicas" "$(cat said)" "  Scalable actor  Replicas  Idle  On other ranks  Calls waiting  Calls so far
  sum total  3 of 3  0  0  N N"

# conc next and finish: a user thread that goes on elsewhere is not lost, and no other one stops.
cat >moves.c <<'X'
#include <conc.h>
channel(int) numbers;
static __attribute__((noinline)) int take(int n)
{
	int v = 0;
	v << numbers;
	v += n;
	conc_sleep(1ms);
	conc_yield();
	return v;
}
static void worker(int n)
{
	for (int i = 0; i < 40; i++)
		take(n);
}
static void restless(void) { for (;;) conc_sleep(100us); }
int main(void)
{
	task(void) t[6];
	spawn restless(), spawn restless();
	for (int i = 0; i < 6; i++) t[i] = spawn worker(i);
	for (int i = 0; i < 240; i++) numbers << i;
	for (int i = 0; i < 6; i++) join(t[i]);
	return 0;
}
X
lines() { sed -n '/^worker/,$s/^\([0-9]*\)\t.*/\1/p' said | tr '\n' ' '; }
for level in 0 2; do
	"$concc" -O$level -g moves.c -o moves || exit 1
	CONC_PROCESSORS=4 in_gdb 'break take' run delete 'conc thread' 'conc next' 'conc next' 'conc next' 'conc next' 'conc next' \
		'conc thread' 'conc finish' 'conc thread' 'conc finish' 'conc thread main' 'conc next' -- ./moves >said
	is "-O$level: in one thread" "$(grep '^worker' said | sort | uniq -c | wc -l)" 1
	has "-O$level: the thread's end" "$(cat said)" "The thread's function has returned."
	case $level in
	0) is "conc next: the lines" "$(lines | cut -d' ' -f-5)" "6 7 8 9 10"
		is "conc finish, and conc next in main: the lines" "$(lines | cut -d' ' -f6- | grep -cE '^1[45] 2[2-5] 2[2-6] $')" 1 ;;
	2) is "-O2: conc next, conc finish: other functions' lines" "$(lines | sed -E 's/\b([5-9]|1[0-7]|2[3-6]) //g')" "" ;;
	esac
done
in_gdb 'conc next' 'conc finish' -- ./moves >said
is "conc next in a program that has not begun" "$(grep -c 'The program is not being run.' said)" 2
# Threads that wait for one that they run on their own stack have frames of their own; so has each thread if the kernel
# thread that gdb has selected is in an inlined call.
cat >stacks.c <<'X'
#include <conc.h>
#include <stdlib.h>
typedef struct desk { long papers; } desk;
static conc_semaphore never;
static _Atomic int turn, arrived;
static __attribute__((noinline)) void block(void) { arrived++; conc_semaphore_wait(&never); turn++; }
static void put(desk *d) { block(); d->papers++; }
static long papers(desk *d) { return d->papers; }
static void inner(void) { block(); turn++; }
static void outer(void)
{
	task(void) a = spawn inner();
	join(a);
	turn++;
}
static void client(void)
{
	separate desk *d = new separate desk {};
	separate (d) {
		put(d);
		turn += (int)papers(d);
	}
}
static inline __attribute__((always_inline)) void falls(void) { if (!turn) abort(); }
static void last(void) { falls(); turn++; }
int main(void)
{
	task(void) t = spawn outer(), b = spawn client();
	for (int i = 0; i < 10; i += arrived == 2) conc_yield();	// both wait
	task(void) c = spawn last();
	join(c), join(t), join(b);
	turn++;
}
X
for level in 0 2; do
	"$concc" -O$level -g stacks.c -o stacks || exit 1
	in_gdb 'break falls' run 'conc bt all' 'conc thread main' 'print t' 'conc thread 1' 'print a' -- ./stacks | sed -n '/^main (/,$p' |
		sed -E 's/^#[0-9]+ +/  /; s/^([a-z]+) [0-9]+/\1 N/; s/(inner|client) [0-9]+/\1 N/; /libconc|conc_spawn|^$|^[0-9]/d' >said
	is "-O$level: threads on one stack" "$(cat said)" "$(cat "$CONC/tests/inspect/stacks.said")"
done
cat >plain.c <<'X'
int main(void) { return 0; }
X
gcc -g plain.c -o plain
in_gdb start 'info conc threads' -- "-ex" "source $CONC/build/conc-gdb.py" ./plain >said
has "a program without libconc" "$(cat said)" 'No symbols of libconc: is this a Conc program, and not stripped?'
