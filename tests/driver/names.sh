#!/bin/sh
# SPDX-License-Identifier: MIT
# The author's file is what debuggers, coverage, warnings and by-products name.
. "$CONC/tests/driver/common"

mkdir -p src one two
cp bank.c src/
for cc in gcc clang; do
	export CONC_CC=$cc
	"$concc" -g -O1 -c src/bank.c -o one/bank.o
	"$concc" -g -O1 -c src/bank.c -o two/bank.o
	yes_if "two builds are the same ($cc)" cmp -s one/bank.o two/bank.o
	is "no temporary name in the object ($cc)" "$(strings -a one/bank.o | grep -c concc-)" 0
	has "the unit's name ($cc)" "$(readelf --debug-dump=info one/bank.o | grep -m1 DW_AT_name)" "src/bank.c"
done
export CONC_CC=gcc
"$concc" -g "$PWD/src/bank.c" -o bank
if there gdb; then
	gdb -batch -ex 'break deposit' -ex run -ex 'print n' ./bank >gdb.out 2>&1
	has "gdb stops at the author's line" "$(cat gdb.out)" "src/bank.c:"
	has "gdb shows the author's source" "$(cat gdb.out)" "$(printf '7\t{')"
	has "gdb knows parameters" "$(cat gdb.out)" '$1 = 2'
fi
has "the file is named as given" "$(./bank)" "42 $PWD/src/bank.c:15"
"$concc" -g -ffile-prefix-map="$PWD=." "$PWD/src/bank.c" -c -o map.o
is "-ffile-prefix-map" "$(strings -a map.o | grep -c "$PWD/src")" 0

sed 's/return 0;/int unused; return 0;/' bank.c >warn.c
"$concc" -Wall -c warn.c 2>stderr
is "a warning stands at the author's line, once" "$(grep warning: stderr)" "warn.c:16:13: warning: unused variable 'unused' [-Wunused-variable]"
has "and shows it" "$(cat stderr)" "   16 |         int unused; return 0;"

(mkdir -p cov && cd cov && cp ../bank.c . && "$concc" --coverage -c bank.c && "$concc" --coverage bank.o -o bank && ./bank >/dev/null && gcov -t bank.c 2>/dev/null) >gcov.out
has "gcov counts the author's lines" "$(cat gcov.out)" "1:    8:"
(mkdir -p link && cd link && cp ../bank.c . && "$concc" --coverage -fstack-usage -gsplit-dwarf bank.c -o bank && ls) >list
is "by-products of a link are named as gcc names them" "$(tr '\n' ' ' <list)" "$(mkdir -p link2 && cd link2 && cp ../plain.c bank.c && gcc --coverage -fstack-usage -gsplit-dwarf bank.c -o bank && ls | tr '\n' ' ')"
(mkdir -p save && cd save && cp ../bank.c . && "$concc" -save-temps -c bank.c -o bank.o && ls) >list
is "-save-temps keeps the lowered C" "$(tr '\n' ' ' <list)" "bank.c bank.i bank.lowered.c bank.o bank.s "
is "it is what --emit-c prints" "$("$concc" --emit-c bank.c | cmp - save/bank.lowered.c && echo same)" same
is "-flto" "$("$concc" -flto -O2 bank.c -o lto; ./lto)" "42 bank.c:15"
