#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/recorder
# conc_trace_write, CONC_TRACE, conctop --record, and conc-why on what they write.
. "$CONC/tests/driver/common"
there python3 || exit 0
[ "$B" != build/asan ] || { skip "AddressSanitizer's memory"; exit 0; }
decode="python3 $CONC/tests/recorder/decode.py"
"$concc" -O2 "$CONC/tests/recorder/program.c" -o program || exit 1
plain() { sed -E 's/(processor|desk|counter|producer|consumer|holder|locker|actor worker|yields|flow) [0-9]+/\1 N/g; s/, [^ ]*program.c:[0-9]+/, LINE/' | sort -u; }

has_all() {	# has_all WHAT FILE: it has what happens in every run
	for line in "track consumer N's regions" "track actor worker N's messages" "consumer N's regions begin consume" "consumer N's regions end " \
		"actor worker N's messages begin clerk: letter" "actor worker N's messages end " "desk N's messages begin desk: put" "counter N's regions begin count" "locker N instant got in" \
		"consumer N begin waits for receive, LINE" "producer N begin waits for send, LINE" "locker N begin waits for conc_mutex, LINE" \
		"producer N begin ready flow N" "producer N begin runs" "producer N end " "processor N begin producer N" "main begin waits for join, LINE" \
		"producer N instant wakes consumer N flow N"; do
		yes_if "$1: $line" grep -qxF -e "$line" "$2"
	done
}

./program write written || echo 'not ok - conc_trace_write'
$decode written >said || echo 'not ok - the trace cannot be read'
plain <said >kinds
has_all conc_trace_write kinds
yes_if "it has: a timer wakes the holder" grep -qE '^(processor N|libconc) instant wakes holder N flow N$' kinds
is "each flow ends where it began once" "$($decode written | grep -o 'flow [0-9]*$' | sort | uniq -c | awk '$1 > 2')" ''
is "the file is full" "$(./program full)" "No space left on device"
is "CONC_RECORDER=0" "$(CONC_RECORDER=0 ./program write off)" "conc_trace_write: Operation not supported"

CONC_TRACE=all.%p ./program nothing || echo 'not ok - CONC_TRACE'
is "CONC_TRACE: a file with the number of the process" "$(find . -name 'all.*' | grep -c 'all\.[0-9]*$')" 1
$decode all.* | plain >kinds_of_all
has_all CONC_TRACE kinds_of_all
CONC_TRACE=at.deadlock ./program deadlock >err 2>&1
$decode at.deadlock | plain >kinds_of_all
yes_if "CONC_TRACE: at a deadlock" grep -qx 'track right [0-9]*' kinds_of_all
is "CONC_TRACE: no such folder" "$(CONC_TRACE=no/file ./program nothing 2>&1; echo $?)" "conc: CONC_TRACE=no/file: No such file or directory
2"

is "CONC_TRACE: a child of fork" "$(CONC_TRACE=of.parent timeout 60 ./program fork 2>&1)" 3
$decode of.parent | plain >kinds_of_all
has_all "CONC_TRACE: its parent" kinds_of_all
is "CONC_TRACE: the file is full" "$(CONC_TRACE=/dev/full ./program nothing 2>&1)" "conc: warning: CONC_TRACE: the file is not whole: No space left on device"

why="$CONC/build/conc-why"
CONC_PROCESSORS=1 CONC_TRACE=of.named ./program named
$decode of.named | grep "named; 5\|renamed\|front end" | sed -E 's/(5|renamed|end) [0-9]+/\1 N/; s/, [^ ]*program.c:[0-9]+/, LINE/' >kinds_of_all
for line in "track renamed N" "track renamed N's regions" "track named; 5 N" "processor 0 begin named; 5 N" "named; 5 N begin waits for send, LINE" "named; 5 N end " \
	"renamed N's regions end " "track front end N"; do
	yes_if "a thread that names itself keeps its track: $line" grep -qxF -e "$line" kinds_of_all
done
is "conc-why: a thread that has named itself" "$("$why" of.named 'all its life' | sed -n '1s/: .*, in \(named; 5\) [0-9]*;.*/: \1/p')" 'all its life: named; 5'
has "conc-why: its name in folded stacks" "$("$why" --blocked of.named)" 'named, 5;'

# more than is kept: pieces without a gap, the beginning among them, and the recorder says where it left something out
CONC_PROCESSORS=1 ./program yields fast || echo 'not ok - yields'
$decode fast >said
yes_if "a busy program has gaps" grep -Eq '^processor [0-9]+ instant goes on unrecorded' said
yes_if "and at most what is kept" [ "$(wc -l <said)" -lt 100000 ]
CONC_PROCESSORS=1 CONC_RECORDER=100M ./program yields fast
yes_if "CONC_RECORDER=100M: as much as the ring has" [ "$(wc -c <fast)" -gt 5000000 ]

"$why" all.* visit >said || echo 'not ok - conc-why'
has "conc-why: what the region waited for" "$(cat said)" ', while locker waits for conc_mutex, '
has "conc-why: its holder slept" "$(cat said)" 'holder waits for sleep, '
yes_if "conc-why: at most ten lines" [ "$(grep -c '%.*ms' said)" -le 10 ]
has "conc-why: processors" "$(cat said)" 'busy in that time: processor '
is "conc-why: no such region" "$("$why" all.* nothing 2>&1)" 'conc-why: no region "nothing" has ended in the trace; there are: consume, count, visit'
has "conc-why: regions" "$("$why" all.*)" 'region visit: 1, median '
has "conc-why --blocked" "$("$why" --blocked all.*)" 'holder;'
is "conc-why --contention" "$("$why" --contention all.* | sed -E 's/[^;]*program/program/; s/:[0-9]+;/:LINE;/; s/ [0-9]+$//')" 'locker;program.c:LINE;conc_mutex'
has "conc-why --latency" "$("$why" --latency all.*)" 'behaviour clerk: letter: 3, median '
"$why" --blocked all.* -o blocked.pb.gz
yes_if "conc-why -o: a profile" sh -c 'gzip -dc blocked.pb.gz | strings | grep -q contentions'
printf 'no trace' >other
printf "\012\003\132\001\000" >another
is "conc-why: of a trace of something else" "$("$why" another 2>&1)" "conc-why: another: no trace of a Conc program"
is "conc-why: of something else" "$("$why" other 2>&1)" "conc-why: other: no trace of a Conc program"
head -c 5000 written >cut
has "conc-why: of a file that is cut" "$("$why" cut 2>&1)" 'conc-why: cut ends in the middle'

# A thread that runs another one on its own stack waits for it.
cat >below.c <<'X'
#include <conc.h>
#include <conc/trace.h>
typedef struct desk { long papers; } desk;
static void put(desk *d) { conc_sleep(20ms); d->papers++; }
static long papers(desk *d) { return d->papers; }
static void inner(void) { conc_sleep(20ms); }
static void outer(void) { task(void) t = spawn inner(); join(t); }
int main(void)
{
	conc_mark_begin("tasks");
	task(void) t = spawn outer();
	join(t);
	conc_mark_end("tasks");
	separate desk *d = new separate desk {};
	separate (d) {
		conc_mark_begin("query");
		put(d);
		if (papers(d) != 1) return 1;
		conc_mark_end("query");
	}
}
X
"$concc" -O2 -g below.c -o below || exit 1
CONC_PROCESSORS=1 CONC_TRACE=below.trace ./below || echo 'not ok - below'
has "conc-why: a task within" "$("$why" below.trace tasks)" 'inner waits for sleep, below.c:6, while main waits for join, below.c:12'
has "conc-why: a query that runs its call" "$("$why" below.trace query)" 'desk waits for sleep, below.c:4, while main waits for a query on a handler, below.c:18'
is "conc-why: -o without a profile" "$("$why" --latency below.trace -o file 2>&1 | tail -n 1)" 'conc-why: error: -o goes with --blocked or --contention'

mkfifo ready
./program forever >ready &
pid=$!
exec 3<ready
head -c 2 <&3 >/dev/null
cat <&3 >/dev/null &
is "conctop --record" "$("$CONC/build/conctop" --record 300ms $pid -o live | sed -E 's/[0-9.]+/N/g')" 'live: N events of N s'
$decode live | plain >kinds_of_all
yes_if "conctop --record: what happened" grep -qx "actor worker N's messages begin clerk: letter" kinds_of_all
kill $pid
mkfifo told begun	# the cat above may still read the other one
./program 'not for long' <told >begun &
pid=$!
exec 4>told 3<begun
head -c 1 <&3 >/dev/null
"$CONC/build/conctop" --record 60s $pid -o live >said &
top=$!
until [ "$(find /proc/$top/fd -lname "/proc/$pid/mem" 2>/dev/null | wc -l)" = 2 ]; do sleep 0.05; done	# it records
printf . >&4
head -c 1 <&3 >/dev/null
has_read() { sed -n 's/rchar: //p' /proc/$top/io; }
before=$(has_read)
until [ "$(has_read)" -gt $((before + 10000)) ]; do sleep 0.05; done	# what has happened, too
printf . >&4
wait $top
is "conctop --record: a program that ends" "$(sed -E 's/[0-9.]+/N/g' said)" 'live: N events of N s'
$decode live | plain >kinds_of_all
yes_if "conctop --record: what it did before" grep -qx "consumer N begin waits for receive, LINE" kinds_of_all
is "conctop: what time" "$("$CONC/build/conctop" --record soon 1 2>&1 | tail -n 1)" 'conctop: error: argument --record: soon is no duration, such as 5s or 200ms'

"$concc" -fconc-schedules "$CONC/tests/recorder/program.c" -o seeded 2>err && CONC_SCHEDULE=seed:1 ./seeded write seeded.trace >out 2>&1
is "under a seed" "$(cat out)" "conc_trace_write: Operation not supported"
