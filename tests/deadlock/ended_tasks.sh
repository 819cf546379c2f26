#!/bin/sh
# SPDX-License-Identifier: MIT
# The report of a blocked program has no line for a task that has ended, joined or not.
set -u
cat >ended.c <<'C'
#include <conc.h>
static int joined(void) { conc_yield(); return 1; }
static int ended(void) { return 1; }
static int waits(channel(int) *c) { int v; v << c; return v; }
int main(void)
{
	channel(int) c = {};
	task(int) t = spawn joined(), u = spawn ended(), w = spawn waits(&c);
	int v;
	join(t);
	conc_sleep(10ms);
	v << c;
	join(w);
	return v + join(u);
}
C
"$CONCC" ended.c -o ended || { echo "not ok - cannot be built"; exit 1; }
(timeout 60 ./ended 2>report) 2>/dev/null
sed 's/ [0-9][0-9]* (/ N (/' report >got
cat >expected <<'R'
conc: every thread is blocked
  main waits for receive, at ended.c:12
  waits N (ended.c:8) waits for receive, at ended.c:4
R
if diff expected got; then echo "ok - ended tasks are not listed"; else echo "not ok - ended tasks are not listed"; fi
