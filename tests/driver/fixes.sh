#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator
# one in 2: it takes long
# -fdiagnostics-parseable-fixits: with a message whose repair is obvious comes the repair, and the program is right with it.
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
program() {	# program STATEMENT, or, with a word before it, something at file scope
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
}
try() {	# try WRONG RIGHT
	program "$1"
	"$concc" -Wall -Werror -fsyntax-only -fdiagnostics-parseable-fixits wrong.c 2>said
	is "$1: one repair" "$(python3 apply.py wrong.c said)" 1
	has "$1: what it is" "$(cat wrong.c)" "${2#file }"
	is "$1: it is right then" "$("$concc" -Wall -Werror -fsyntax-only wrong.c 2>&1)" ""
}
try 'mutx (lock) { ok = 1; }' '*/ mutex (lock) { ok = 1; }'
try 'file mesage other { int n; };' 'message other'
try 'mutex (lock); ok = 1;' '*/ mutex (lock) ok = 1;'
try '{ mutex (lock); }' '{ mutex (lock) {} }'
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
try 'mutex (lock); { ok = 1; }' '*/ mutex (lock) { ok = 1; }'
try 'waituntil (ok << c); { ok = 1; }' '*/ waituntil (ok << c) { ok = 1; }'
try 'separate (b); { ok = b->n; }' '*/ separate (b) { ok = b->n; }'
try 'conc_sleep(ok ? 1 : 2);' 'conc_sleep((ok ? 1 : 2) * 1ms);'
try 'conc_sleep(0x10);' 'conc_sleep(0x10 * 1ms);'

none() {	# none WRONG: an error or a warning, and no repair: it would mean something else, or something new would be wrong
	program "$1"
	"$concc" -Wall -fsyntax-only -fdiagnostics-parseable-fixits wrong.c 2>said
	is "$1: no repair" "$(grep fix-it said; grep -c ': error: \|: warning: ' said | sed 's/^[1-9][0-9]*$/told/')" told
}
none 'if (ok) ok++, k | l;'
none 'if (ok) ok && k | l; else ok = 1;'
none 'c << 1 << 2;'
none 'c << ok = 2;'
none 'account *q = &shared; if (q && q->balance) ok = 1;'
none 'account v[2], *w = v; task(void) t = spawn change(v); w++->balance = 3; join(t);'
none 'while (!shared.balance) conc_sleep(1ms);'
none 'c << (int)shared.balance;'
none 'ok = (int)shared.balance;'
none 'again: shared.balance = 3; if (ok) goto again;'
none 'mutex lock { ok = 1; }'
none 'mutex (lock ok = 1;'
none 'int d << c, e = 2; ok = d + e;'
# names of C are no misspelt words where the word could not stand
unmeant() {	# unmeant STATEMENT: what concc says is not that a word was meant
	program "$1"
	"$concc" -w -fsyntax-only wrong.c >said 2>&1
	is "$1" "$(grep 'unknown word' said; grep -c ': error: ' said | sed 's/^[1-9][0-9]*$/told/')" told
}
unmeant 'if (read(0, &ok, 3) { ok = 1; }'
unmeant 'report(ok); mask(ok); if (fail(ok) { }'
unmeant 'score = ok; delta = ok; return feature;'
unmeant 'for (head = l; head; ) hold = head;'
unmeant 'tasks[ok] = 1; mutex_t m; messages *n;'
unmeant 'factor = then * separator;'
