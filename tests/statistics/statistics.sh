#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/statistics
# CONC_STATS=1, CONC_STATS=json:FILE, conc_statistics_write, CONC_METRICS=PATH: what was counted, of each construct.
. "$CONC/tests/driver/common"
cat >counted.c <<'X'
#include <conc.h>
#include <conc/statistics.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
monitor account { long balance; };
actor clerk { int n; };
message letter { int n; };
struct box { int v; };
conc_mutex lock;
conc_rw_lock table;
conc_spin_lock spin;
conc_semaphore has_it, go;
channel(int) first = {2}, second;
receive (clerk *k, letter *l) { k->n += l->n; }
static void deposit(account * mutex a) { a->balance++; }
static void holder(void)
{
	mutex (lock) { // held
		conc_semaphore_post(&has_it);
		conc_semaphore_wait(&go);
		for (int i = 0; i < 10000; i++) conc_yield(); // on one processor: the locker waits for the lock and main for the join
	}
}
static void locker(void) { conc_semaphore_post(&go); mutex (lock) {} }
static void sender(void) { for (int i = 0; i < 10; i++) { first << i; second << i; } }
static void bump(separate struct box *b) { separate (b) b->v++; }
static void add(struct box *b) { b->v++; }
static void everything(void)
{
	account a = {};
	clerk k = {};
	int x;
	conc_actors_start(NULL);
	for (int i = 0; i < 7; i++) k | (letter){ i };
	for (int i = 0; i < 5; i++) deposit(&a);
	for (int i = 0; i < 3; i++) conc_rw_lock_read_lock(&table), conc_rw_lock_read_unlock(&table);
	for (int i = 0; i < 4; i++) conc_spin_lock_lock(&spin), conc_spin_lock_unlock(&spin);
	task(void) h = spawn holder();
	conc_semaphore_wait(&has_it);
	task(void) l = spawn locker();
	join(h), join(l);
	task(void) s = spawn sender();
	for (int i = 0; i < 20; i++)
		waituntil (x << first) {}
		or waituntil (x << second) {}
	waituntil (x << first) {}
	or else x = 0;
	join(s);
	separate struct box *b = new separate struct box {};
	for (int i = 0; i < 3; i++) separate (b) { add(b); b->v++; }	// synchronises
	for (int i = 0; i < 6; i++) bump(b);
	conc_actors_stop();
}
int main(int argc, char **argv)
{
	everything();
	if (argc > 1 && strcmp(argv[1], "write") == 0) {
		int error = conc_statistics_write(STDOUT_FILENO);
		if (error) puts(strerror(-error));
	}
	if (argc > 1 && strcmp(argv[1], "wait") == 0) {
		char b;
		(void)!write(STDOUT_FILENO, "x", 1);
		(void)!read(STDIN_FILENO, &b, 1);
	}
}
X
"$concc" -O2 counted.c -o counted || exit 1
line() { grep -n "$1" counted.c | head -n 1 | cut -d: -f1; }

CONC_STATS=1 CONC_PROCESSORS=1 ./counted >out 2>said
sed -E 's/[0-9]+ waits? of .*/WAITS/; s/, contended [0-9]+ times//' said | sort -u >lines
for expected in "$(line 'deposit(account'): conc: monitor: 5 times" \
	"$(line 'conc_rw_lock_read_lock'): conc: conc_rw_lock (shared): 3 times" "$(line 'conc_spin_lock_lock'): conc: conc_spin_lock: 4 times" \
	"$(line '{ // held'): conc: conc_mutex: 1 times" "$(line 'waituntil (x << first) {}'): conc: waituntil clause: 10 times" \
	"$(line 'or waituntil'): conc: waituntil clause: 10 times" "$(line 'new separate'): conc: separate: reservation: 9 times" \
	"$(line 'new separate'): conc: separate: request: 3 times" "$(line '// synchronises'): conc: separate: synchronisation: 3 times" \
	"$(line 'join(h)'): conc: join: WAITS"; do
	yes_if "CONC_STATS=1: $expected" grep -qxF "counted.c:$expected" lines
done
is "CONC_STATS=1: a lock that was contended" "$(grep -c "counted.c:$(line 'locker(void)'): conc: conc_mutex: 1 times, contended 1 times, 1 wait of " said)" 1
is "without it nothing is counted" "$(./counted write)" "Operation not supported"

if there python3; then
	CONC_STATS=json:json ./counted || echo 'not ok - CONC_STATS=json'
	CONC_STATS=json:other ./counted write >written || echo 'not ok - conc_statistics_write'
	cat >check.py <<'X'
import json, sys
s = json.load(open(sys.argv[1]))
by = {(p["what"], p["where"].rpartition(":")[2]): p for p in s["places"]}
print(sorted(s), s["actors"][0]["sent"], s["actors"][0]["received"], sorted((c["capacity"], c["sent"], c["left"]) for c in s["channels"]),
      by["monitor", sys.argv[2]]["count"], sum(p["dispatches"] for p in s["processors"]) > 0)
X
	want="['actors', 'channels', 'pid', 'places', 'poller', 'processors', 'scaling'] 7 7 [(0, 10, 0), (2, 10, 0)] 5 True"
	is "CONC_STATS=json:FILE" "$(python3 check.py json "$(line 'deposit(account')")" "$want"
	is "conc_statistics_write" "$(python3 check.py written "$(line 'deposit(account')")" "$want"
	cat >forks.c <<'X'
#include <conc.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
monitor account { long balance; };
static void deposit(account * mutex a) { a->balance++; }
int main(void)
{
	account a = {};
	deposit(&a), deposit(&a);
	pid_t child = fork();
	if (child) waitpid(child, NULL, 0);
	else deposit(&a), exit(0);
}
X
	"$concc" forks.c -o forks || exit 1
	is "a child of fork counts anew" "$(CONC_STATS=1 ./forks 2>&1 | sed 's/^forks.c:[0-9]*: //')" "conc: monitor: 1 times
conc: monitor: 2 times"
	is "and writes no file" "$(CONC_STATS=json:of_parent ./forks 2>&1; grep -c '"monitor".*"count": 2' of_parent)" 1
	is "CONC_STATS=json: no such folder" "$(CONC_STATS=json:no/file ./counted 2>&1)" "conc: warning: CONC_STATS=json:no/file: No such file or directory"

	cat >ask.py <<'X'
import socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
s.sendall(sys.argv[2].encode().decode("unicode_escape").encode())
answer = b""
while piece := s.recv(65536):
    answer += piece
head, body = answer.decode().split("\r\n\r\n")
print(head.splitlines()[0], "text/plain; version=0.0.4" in head, head.endswith(str(len(body))))
seen = set()
for line in body.splitlines():
    name, value = line.rsplit(" ", 1)
    if line.startswith("# TYPE "):
        assert value in ("counter", "gauge")
        continue
    float(value)
    assert name not in seen, "twice: " + name
    seen.add(name)
print(*sorted(n for n in seen if "monitor" in n or n == "conc_actors_sent"), sep="\n")
X
	mkfifo asks tells
	CONC_METRICS=socket ./counted wait <asks >tells &
	pid=$!
	exec 3>asks 4<tells
	head -c 1 <&4 >/dev/null
	place="$(line 'deposit(account')"
	want="HTTP/1.0 200 OK True True
conc_actors_sent
conc_places_contended{what=\"monitor\",where=\"counted.c:$place\"}
conc_places_count{what=\"monitor\",where=\"counted.c:$place\"}
conc_places_longest_seconds{what=\"monitor\",where=\"counted.c:$place\"}
conc_places_waited_seconds{what=\"monitor\",where=\"counted.c:$place\"}
conc_places_waits{what=\"monitor\",where=\"counted.c:$place\"}"
	is "CONC_METRICS" "$(python3 ask.py socket 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n')" "$want"
	is "CONC_METRICS: again, and a client that asks for nothing" "$(python3 ask.py socket '\n\n')" "$want"
	is "CONC_METRICS: another program with the same socket" "$(CONC_METRICS=socket ./counted 2>&1; echo $?)" \
		"conc: CONC_METRICS=socket: Address already in use
2"
	echo >&3
	wait $pid
	yes_if "CONC_METRICS: the socket is gone at the end" [ ! -e socket ]
	python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
	CONC_METRICS=socket ./counted || echo 'not ok - CONC_METRICS: one that was left behind'
	: >file
	has "CONC_METRICS: a file is in the way" "$(CONC_METRICS=file ./counted 2>&1)" 'conc: CONC_METRICS=file: Address already in use'
	yes_if "and is not removed" [ -f file ]
fi
# a program that only counts still finds that all its threads wait
cat >stuck.c <<'X'
#include <conc.h>
int main(void) { channel(int) c = {}; int x; x << c; }
X
"$concc" stuck.c -o stuck
has "CONC_METRICS: all threads wait" "$(CONC_METRICS=socket timeout 20 ./stuck 2>&1)" 'conc: every thread is blocked'
X=$(CONC_STATS=1 CONC_DEBUG=1 ./counted 2>&1)
has "with CONC_DEBUG=1, too" "$X" 'conc: monitor: 5 times'
