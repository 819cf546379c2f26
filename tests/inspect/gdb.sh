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
	'print shelf' 'print units' 'print savings' 'print office' up up 'print t' 'print p' 'conc thread' 'conc find &savings' \
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
cat >plain.c <<'X'
int main(void) { return 0; }
X
gcc -g plain.c -o plain
in_gdb start 'info conc threads' -- "-ex" "source $CONC/build/conc-gdb.py" ./plain >said
has "a program without libconc" "$(cat said)" 'No symbols of libconc: is this a Conc program, and not stripped?'
