#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 4: it takes long
# gdb: breakpoints stop where they are set, steps go from line to line of the author's, variables and types are his.
here=$CONC/tests/positions
# shellcheck source=SCRIPTDIR/../driver/common
. "$CONC/tests/driver/common"
cp "$here/walk.c" .
export CONC_PROCESSORS=1
unset DEBUGINFOD_URLS
debug() {	# debug PROGRAM COMMAND…
	program=$1
	shift
	for command; do set -- "$@" -ex "$command"; shift; done
	timeout 60 gdb -nx -q -batch -ex 'set pagination off' -ex 'set confirm off' -ex 'set style enabled off' "$@" "./$program" 2>&1
}
lines() { sed -n 's/^\([0-9][0-9]*\)\t.*/\1/p' | tr '\n' ' '; }
line() { grep -n "$1" walk.c | head -n 1 | cut -d: -f1; }	# of what is written

for how in 'gcc -O0 -g3' 'gcc -O0 -g -gsplit-dwarf' 'clang -O0 -g'; do
	# shellcheck disable=SC2086
	CONC_CC=${how%% *} "$concc" ${how#* } walk.c -o walk || { echo "not ok - $how"; continue; }
	stops=$(awk '/\/\/ stop/ { print NR }' walk.c)
	for stop in $stops; do echo "break $stop"; done >stops.gdb
	debug walk 'source stops.gdb' >log
	is "$how: a breakpoint on every line" "$(sed -n 's/^Breakpoint .*walk.c\(, line \|:\)\([0-9]*\)\..*/\2/p' log | tr '\n' ' ')" "$(echo "$stops" | tr '\n' ' ')"

	debug walk "break deposit" run 'info locals' 'info args' 'ptype a' bt finish >log
	has "$how: at a function" "$(cat log)" "deposit (a="
	has "$how: its variables" "$(cat log)" 'before ='
	has "$how: its arguments" "$(cat log)" 'amount = 2'
	has "$how: its types" "$(cat log)" 'type = struct account {'
	has "$how: who called it" "$(cat log)" "main () at walk.c:$(line 'deposit(&a, 2)')"

	from=$(line 'account a = {')
	debug walk "break $from" run next next next next next next next next >log
	for got in $(lines <log); do
		[ "$got" -ge "$from" ] && [ "$got" -le $((from + 7)) ] || echo "not ok - $how: next leads to line $got"
	done
	case $how in gcc*) has "$how: next leads through mutex statements" " $(lines <log)" " $from $((from + 1)) $((from + 2)) $((from + 3)) $((from + 2)) $((from + 4)) $((from + 5)) " ;; esac

	set --
	for what in 'long by = ' 'self->n)' 'int twice' 'numbers << twice' 'sum += i' 'got += plain' 'got << numbers;' 'numbers << got' 'delete p' 'got == 3'; do
		echo "tbreak $(line "$what")"
		set -- "$@" continue
	done >stops.gdb
	debug walk 'source stops.gdb' run "$@" >log
	for stop in $(sed 's/tbreak //' stops.gdb); do
		has "$how: it stops at line $stop" "$(cat log)" "at walk.c:$stop
$stop"
	done
	debug walk "break $(line 'long by = ')" run bt >log
	has "$how: a behaviour's name" "$(cat log)" 'conc_receive_counter__add (self='
	debug walk 'break conc_main_worker' run 'print *self' next next >log
	has "$how: a thread's main" "$(cat log)" 'seed = 1'
	debug walk "break $(line 'got += plain')" run 'print got' 'step' bt >log
	has "$how: a variable that a clause has received" "$(cat log)" '= 4'
	has "$how: step leads into a function" "$(cat log)" 'plain (n=3) at walk.c'
	debug walk 'skip -rfu ^conc_' "break $(line 'numbers << got')" run step step >log
	is "$how: step passes by what is ours" "$(lines <log)" "$(line 'numbers << got') $(line 'got << numbers;') $(line 'numbers << square') "
	case $how in *-g3*)
		debug walk "break $from" run 'print LIMIT' 'info macro LIMIT' >log
		has "$how: macros" "$(cat log)" '= 40'
		has "$how: where they are defined" "$(cat log)" "walk.c:$(line 'define LIMIT')" ;;
	esac
	readelf --debug-dump=decodedline walk 2>/dev/null >log
	lacks "$how: no line of a file that is gone" "$(cat log)" concc-
	is "$how: no line behind the end of the file" "$(awk -v last="$(wc -l <walk.c)" '$1 == "walk.c" && $2 + 0 > last' log)" ''
done
is 'no temporary name in the program' "$(grep -c 'concc-' walk)" 0
