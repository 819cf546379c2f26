#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/inspect
# conctop: once, as JSON, in a terminal of 80 x 24, and what it says of what it cannot read.
. "$CONC/tests/driver/common"
there python3 || exit 0
[ "$B" != build/asan ] || { skip "AddressSanitizer's memory"; exit 0; }
top="$CONC/build/conctop"
cat >busy.c <<'X'
#include <conc.h>
#include <unistd.h>
monitor account { long balance; };
actor counter { long n; };
message tick { int n; };
actor clerk { int done; };
message order { int n; };
channel(int) jobs = {16};
conc_semaphore kept, never, begun, step;
account savings;
receive (counter *c, tick *t) { c->n += t->n; }
receive (clerk *c, order *o) { conc_semaphore_post(&begun); conc_semaphore_wait(&step); c->done += o->n; }
static void producer(void) { for (int i = 0; i < 17; i++) jobs << i; }
static void keeper(account * mutex a) { conc_semaphore_post(&kept); conc_semaphore_wait(&never); }
static void client(account * mutex a) { a->balance++; }
int main(void)
{
	static counter c;
	static clerk slow;
	conc_actors_start(NULL);
	c | (tick){ 1 };
	for (int i = 0; i < 5; i++) slow | (order){ i };	// of which the clerk has handled one, and handles another
	conc_semaphore_wait(&begun);
	conc_semaphore_post(&step);
	conc_semaphore_wait(&begun);
	task(void) p = spawn producer(), k = spawn keeper(&savings);
	conc_semaphore_wait(&kept);
	task(void) one = spawn client(&savings), two = spawn client(&savings);
	for (char b = 0;;) {
		conc_sleep(100ms);
		if (write(1, &b, 1) != 1) break;	// who reads it has gone
	}
	join(p), join(k), join(one), join(two);
}
X
"$concc" -O2 busy.c -o busy || exit 1
mkfifo ready
CONC_PROCESSORS=2 ./busy >ready &
pid=$!
exec 3<ready
head -c 3 <&3 >/dev/null	# all of them wait by now
plain() { sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/  +/  /g; s/(producer|keeper|client|worker) [0-9]+/\1 N/g; s/ +$//'; }
cat <&3 >/dev/null &

"$top" --once --interval 0.2 $pid >once 2>&1
is "status" $? 0
plain <once | sed -n '/^Waits/,/^  Behaviour/p' | grep -v 'sleep, at\|sleeps' >said
is "once" "$(cat said)" "Waits
  Threads  Name  Wait for
  2  client  monitor on savings+8 held by keeper N, at busy.c:15
  1  actor worker  conc_semaphore on step, at busy.c:12
  1  actor worker  message on ADDRESS, at busy.c:20
  1  actor worker  message on ADDRESS, at busy.c:20
  1  keeper  conc_semaphore on never, at busy.c:14
  1  producer  send on jobs, at busy.c:13

Locks
  Lock  Held by  Waiting
  savings+8  keeper N  client N, client N

Channels
  Channel  Filled  Sending  Receiving
  jobs  16 of 16  producer N  nobody

Actors
  Actor  Messages  Of types  Handles
  clerk slow  3  3 order  order, in actor worker N

Behaviours
  Behaviour  Recorded  Median  Longest"
is "once: behaviours" "$(plain <once | sed '1,/Behaviour  Recorded/d; s/[0-9.]* [mu]s/N us/g' | sort)" "  clerk: order  1  N us  N us
  counter: tick  1  N us  N us"
has "the actors' messages" "$(cat once)" 'actors of busy.c:20: 2 workers, ' 
"$top" --json --interval 0.1 $pid >json
is "JSON" "$(python3 -c '
import json
d = json.load(open("json"))
print(d["pid"], d["program"].rsplit("/")[-1], len(d["processors"]), d["channels"][0]["filled"], sum(d["states"].values()) == len(d["threads"]),
      [t["state"] for t in d["threads"] if t["name"] == "client"], sorted(d["locks"][0]))
print([(b["behaviour"], b["recorded"]) for b in sorted(d["behaviours"], key=lambda b: b["behaviour"])])
print([(a["actor"], a["messages"], a["of_types"], a["handles"].split(",")[0]) for a in d["actors"]])')" "$pid busy 2 16 of 16 True ['waiting', 'waiting'] ['held_by', 'lock', 'waiting']
[('clerk: order', '1'), ('counter: tick', '1')]
[('clerk slow', '3', '3 order', 'order')]"

if there tmux; then
	unset TMUX
	tmux -S "$PWD/socket" -f /dev/null new-session -d -x 80 -y 24 "$top --interval 0.2 $pid"
	shows() {	# shows TEXT: the screen, once it has that, or after a while
		for _ in $(seq 100); do
			tmux -S "$PWD/socket" capture-pane -p >screen 2>/dev/null
			grep -q "$1" screen && return
			sleep 0.1
		done
	}
	shows 'Dispatches/s.*Runs'
	shows '^0 .* %'
	has "a terminal: rates" "$(grep '^0 ' screen)" ' %'
	has "a terminal: locks" "$(cat screen)" 'savings+8  keeper'
	has "a terminal: keys" "$(tail -n 1 screen)" 'q quit'
	is "a terminal: it fits" "$(awk 'length > 80' screen | wc -l) $(wc -l <screen)" '0 24'
	tmux -S "$PWD/socket" send-keys t
	shows 'Begun at'
	has "a terminal: the threads" "$(cat screen)" 'for send on jobs'
	tmux -S "$PWD/socket" send-keys q
	for _ in $(seq 100); do tmux -S "$PWD/socket" ls >/dev/null 2>&1 || break; sleep 0.1; done
	no_if "a terminal: q ends it" tmux -S "$PWD/socket" ls
	tmux -S "$PWD/socket" kill-server 2>/dev/null
fi
kill $pid

"$concc" -O2 "$CONC/tests/inspect/split.c" -o split || exit 1
mkfifo split.ready
CONC_PROCESSORS=2 ./split >split.ready &
pid=$!
exec 4<split.ready
timeout 60 head -c 1 <&4 >/dev/null
"$top" --once --interval 0.1 $pid | plain | sed -n '/^Replicas/,$p' | sed -E 's/ [0-9]+  [0-9]+$/ N  N/' >said
is "replicas" "$(cat said)" "Replicas
  Scalable actor  Replicas  Idle  On other ranks  Calls waiting  Calls so far
  sum total  3 of 3  0  0  N  N"
kill $pid

is "no such process" "$("$top" 99999999 2>&1)" 'conctop: there is no process 99999999'
sleep 60 &
other=$!
is "another program" "$("$top" $other 2>&1)" "conctop: process $other is no Conc program"
kill $other
