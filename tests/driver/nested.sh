#!/bin/sh
# SPDX-License-Identifier: MIT
# Chains and case labels nest in the parsers' trees: what the back end takes, concc takes, also in functions without
# dialect. Where the system grants no stack for it, concc ends with a word.
. "$CONC/tests/driver/common"

repeat() { awk -v n="$1" -v s="$2" 'BEGIN { for (i = 0; i < n; i++) printf s, i }'; }
unit() {	# unit FUNCTION
	printf '#include <conc.h>\nmonitor m { int x; };\nint g(m * mutex l) { return l->x; }\n%s\n' "$1" >unit.c
}
takes() {	# takes WHAT FUNCTION
	unit "$2"
	rm -f unit.o
	"$concc" -c -w unit.c >out 2>&1
	yes_if "$1" [ "$(cat out; nm unit.o | grep -c ' T f$')" = 1 ]
}
takes 'else if, 1500 times' "int f(int x) { if (x < 0) return 1; $(repeat 1500 'else if (x == %d) return 1;\n') return 0; }"
takes 'a sum of 2000 operands' "int f(int a) { return a $(repeat 2000 '+ a /* %d */\n'); }"
takes '1000 alternatives' "int f(int x) { return !x $(repeat 1000 '|| x == %d\n'); }"
takes '8000 case labels' "int f(int x) { switch (x) { $(repeat 8000 'case %d:\n') return 1; default: return 0; } }"
takes '2000 stars' "int f(int $(repeat 2000 '*/* %d */\n')p) { return !p; }"
takes '1000 dialect operands' "int f(channel(int) *c) { int v; return (v << c) $(repeat 1000 '&& v != %d\n'); }"

# As much address space as leaves no room for the stack that it asks for.
unit "int f(int x) { switch (x) { $(repeat 19000 'case %d:\n') return 1; default: return 0; } }"
(ulimit -v 500000 && ulimit -s 1024 && "$concc" -c -w unit.c) >out 2>err
status=$?
case $status,$(cat err) in 0,* | *,?*) echo 'ok - no stack: a word or an object' ;; *) echo "not ok - no stack: a word or an object: $status" ;; esac
