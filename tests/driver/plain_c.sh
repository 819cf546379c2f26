#!/bin/sh
# SPDX-License-Identifier: MIT
# Plain C through concc is plain C through the back end.
. "$CONC/tests/driver/common"

is "compile and link" "$(status "$concc" plain.c -o plain)" 0
is "nothing is printed" "$(cat stdout stderr)" ""
is "the program runs" "$(status ./plain) $(cat stdout)" "3 plain"
is "a.out" "$(status "$concc" plain.c; status ./a.out)" "0
3"
"$concc" -c plain.c; gcc -D__CONC__=1 -pthread -c plain.c -o gcc.o
yes_if "the object is the back end's" cmp -s plain.o gcc.o
is "an error" "$(status "$concc" -c broken.c -o broken.o)" 1
has "an error is gcc's" "$(cat stderr)" "broken.c:1:25: error:"
no_if "no object after an error" [ -e broken.o ]
is "the back end's exit status" "$(status "$concc" -c missing.c)" "$(status gcc -c missing.c)"
is "no input" "$(CONC_CC=gcc status "$concc") $(cat stderr)" "$(status gcc) $(cat stderr)"
is "an unknown option is refused" "$(status "$concc" --no-such-option -c plain.c)" 1

printf 'int one(void) { return 1; }\n' >one.c
printf 'int two(void) { return 2; }\n' >two.c
printf '\t.globl three\nthree:\tmov $3, %%eax\n\tret\n\t.section .note.GNU-stack,"",@progbits\n' >three.s
printf '#define FOUR 4\n\t.globl four\nfour:\tmov $FOUR, %%eax\n\tret\n\t.section .note.GNU-stack,"",@progbits\n' >four.S
printf 'int one(void), two(void), three(void), four(void), five(void);\nint main(void) { return one() + two() + three() + four() + five(); }\n' >sum.c
printf '# 1 "five.c"\nint five(void) { return 5; }\n' >five.i
"$concc" -c one.c && ar rcs libone.a one.o
"$concc" -shared -fPIC two.c -o libtwo.so
if [ "$(uname -m)" = x86_64 ]; then
	is "mixed inputs" "$(status "$concc" sum.c three.s four.S five.i -L. -lone -ltwo -Wl,-rpath,. -osum; cat stderr; status ./sum)" "0
15"
fi
is "several -c" "$(rm -f one.o two.o; status "$concc" -c one.c two.c; ls one.o two.o)" "0
one.o
two.o"
is "-o with several -c is an error" "$(status "$concc" -c one.c two.c -o both.o)" 1
is "-S" "$(status "$concc" -S one.c; ls one.s)" "0
one.s"
is "-x" "$(status "$concc" -x c -c one.c -x none five.i -c; ls five.o)" "0
five.o"
is "standard input" "$(printf 'int main(void) { return 7; }' | "$concc" -x c - -o seven; ./seven; echo $?)" 7
is "-E from standard input" "$(printf 'int X = __CONC__;' | "$concc" -E -P -)" "int X = 1;"
is "-static" "$(status "$concc" -static plain.c -o static && readelf -l static | grep -c 'INTERP\|Entry point')" "0
1"
is "-r" "$(status "$concc" -r one.o two.o -o both.o)" 0
is "-nostdlib" "$(printf 'void _start(void) { for (;;); }' >bare.c; status "$concc" -nostdlib -nostartfiles bare.c -o bare)" 0
