#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# The trace of a seeded run, as text and in the Trace Event Format.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >meet.c <<'X'
#include <conc.h>

monitor box { int n; };
static box b;

static void add(box *mutex x, int n) { x->n += n; }

thread adder { int n; };

void main(adder *self)
{
	for (int i = 0; i < 3; i++) add(&b, self->n);
}

int main(void)
{
	{
		adder a[2] = { { 1 }, { 2 } };
	}
	conc_test_assert(b.n != 9);
}
X
"$concc" -g -fconc-schedules meet.c -o meet
for i in 1 2; do CONC_SCHEDULE=seed:3,policy:walk,gap:2,trace:text$i ./meet 2>/dev/null; done
yes_if "the same trace again" cmp text1 text2
CONC_PROCESSORS=2 CONC_SCHEDULE=seed:3,policy:walk,gap:2,trace:- ./meet >stdout 2>stderr
has "to standard error" "$(cat stderr)" "processor  thread"
has "who starts" "$(cat text1)" "starts adder "
has "where" "$(cat text1)" ", at meet.c:18"
has "who waits" "$(cat text1)" "waits for join of adder "
yes_if "left in the middle of a line" grep -q 'adder .* is left in the middle of meet.c:[0-9]*$' text1
lacks "no addresses" "$(cat text1)" 0x
has "to the end of a run that aborts" "$(tail -n 3 text1)" main

CONC_SCHEDULE=seed:3,policy:walk,gap:2,trace:trace.json ./meet 2>/dev/null
has "tracks of processors" "$(cat trace.json)" '"name":"thread_name","args":{"name":"processor 0"}'
has "slices" "$(cat trace.json)" '"ph":"X"'
has "waits" "$(cat trace.json)" '"name":"waits for join of adder'
has "arrows" "$(cat trace.json)" '"name":"wakes"'
if there python3; then yes_if "it is JSON" python3 -m json.tool trace.json whole.json; fi

CONC_SCHEDULE=seed:3,policy:walk,gap:2,trace:trace.svg ./meet 2>/dev/null
cat >svg.py <<'X'
import sys, xml.etree.ElementTree as tree
texts = {(text.get("class"), text.text) for text in tree.parse(sys.argv[1]).getroot().iter("{http://www.w3.org/2000/svg}text")}
print(*sorted(text for kind, text in texts if kind == "name"), sep=", ")
print(any(text.startswith("starts adder 1, at meet.c:") for kind, text in texts))
X
if there python3; then is "a sequence diagram" "$(python3 svg.py trace.svg)" "adder 1, adder 2, main
True"; fi
is "an unwritable trace" "$(CONC_SCHEDULE=seed:3,trace:no/such/folder ./meet 2>&1 | grep -c 'cannot write the trace to no/such/folder')" 1
