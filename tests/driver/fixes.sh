#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator
# -fdiagnostics-parseable-fixits: with a message whose repair is plain comes the repair, and the program is right with it.
. "$CONC/tests/driver/common"
there python3 || exit 0
cat >apply.py <<'X'
import re, sys
lines = open(sys.argv[1]).read().split("\n")
found = re.findall(r'fix-it:"%s":\{(\d+):(\d+)-(\d+):(\d+)\}:"(.*)"' % sys.argv[1], open(sys.argv[2]).read())
for line, start, end_line, end, text in reversed(found):
    assert line == end_line
    old = lines[int(line) - 1].encode()
    lines[int(line) - 1] = (old[:int(start) - 1] + text.encode() + old[int(end) - 1:]).decode()
open(sys.argv[1], "w").write("\n".join(lines))
print(len(found))
X
try() {	# try WRONG RIGHT: a statement of a function, or, with a word before it, something at file scope
	rest=
	inside=$1
	case $1 in 'file '*) rest=${1#file } inside=';' ;; esac
	cat >wrong.c <<X
#include <conc.h>
monitor account { long balance; };
message letter { int n; };
actor clerk { int n; };
struct box { int n; };
static account shared;
static conc_mutex lock;
channel(int) c = {1};
receive (clerk *self, letter *l) { self->n += l->n; }
$rest
static void ask(clerk *k, letter *l, int ok, separate struct box *b, account *a)
{
	/* Ü 😀 */ $inside
	mutex (shared) ok += (int)shared.balance; mutex (lock) mutex (a) ok++; separate (b) b->n = ok; k | l; c << ok;
}
static void change(account * mutex a) { a->balance++; }
int main(void) { task(void) t = spawn change(&shared); ask(NULL, NULL, 1, NULL, &shared); join(t); }
X
	"$concc" -Wall -Werror -fsyntax-only -fdiagnostics-parseable-fixits wrong.c 2>said
	is "$1: one repair" "$(python3 apply.py wrong.c said)" 1
	has "$1: what it is" "$(cat wrong.c)" "${2#file }"
	is "$1: it is right then" "$("$concc" -Wall -Werror -fsyntax-only wrong.c 2>&1)" ""
}
try 'mutx (lock) { ok = 1; }' '*/ mutex (lock) { ok = 1; }'
try 'file mesage other { int n; };' 'message other'
try 'mutex (lock);' '*/ mutex (lock) {}'
try 'ok = shared.balance;' '*/ mutex (shared) ok = shared.balance;'
try 'if (ok) { shared.balance = 3; }' '*/ if (ok) { mutex (shared) shared.balance = 3; }'
try 'conc_sleep(1);' 'conc_sleep(1ms);'
try 'conc_sleep(ok + 1);' 'conc_sleep((ok + 1) * 1ms);'
try 'conc_sleep(ok);' 'conc_sleep(ok * 1ms);'
try 'conc_sleep(10 ms);' 'conc_sleep(10ms);'
try 'waituntil (c >> ok) { }' '*/ waituntil (ok << c) { }'
try 'seperate (b) require (b->n) { ok = b->n; }' '*/ separate (b) require'
try 'wait_until (lock) { }' '*/ waituntil (lock) { }'
try 'c << ok | 2;' '*/ c << (ok | 2);'
try 'int w << c; ok = w;' '*/ int w; w << c; ok = w;'
try 'waituntil (ok << c);' '*/ waituntil (ok << c) {}'
try 'waituntil (ok << c) { } else { }' '{ } or else { }'
try 'ok && k | l;' '*/ if (ok) k | l;'
try 'ok || k | l;' '*/ if (!(ok)) k | l;'
try 'ok++, k | l;' '*/ ok++; k | l;'
try 'l | k;' '*/ k | l;'
try 'k | ok ? l : l;' '*/ k | (ok ? l : l);'
try 'int or = 0; waituntil (ok << c) { } or waituntil (timeout(1ms)) { } ok += or;' '{ } _Conc_or waituntil'
try 'separate (b) require (b->n > 0);' '*/ separate (b) require (b->n > 0) { }'
try 'separate (b);' '*/ separate (b) { }'
try 'file static void put(account * mutex(reed) v) { (void)v; } int (*use)(void); void *used = put;' 'mutex(read) v'
try 'file monitor other { long balance; }' 'long balance; };'
try 'mutex (lock { ok = 1; }' '*/ mutex (lock) { ok = 1; }'
