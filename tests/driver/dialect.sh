#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: concc libraries tests/macro Makefile
# one in 2: it takes long
# Dialect units on every kind of command line.
. "$CONC/tests/driver/common"

is "compile and link" "$(status "$concc" bank.c -o bank; cat stdout stderr; ./bank)" "0
42 bank.c:15"
is "-c, then link" "$(status "$concc" -c bank.c; status "$concc" bank.o -o bank; ./bank)" "0
0
42 bank.c:15"
mkdir -p objects src
is "-o in a folder" "$(status "$concc" -c bank.c -o objects/b.o; ls objects)" "0
b.o"
is "the file is named as given" "$(cp bank.c src/; "$concc" src/bank.c -o bank; ./bank)" "42 src/bank.c:15"
is "-S" "$(status "$concc" -S bank.c; grep -c main: bank.s)" "0
1"
is "-fsyntax-only" "$(rm -f bank.o; status "$concc" -fsyntax-only bank.c; ls bank.o 2>&1 | grep -c cannot)" "0
1"
is "standard input" "$("$concc" -x c - -o piped <bank.c; ./piped)" "42 <stdin>:15"
printf '#include <conc.h>\nmonitor one { int n; };\nint f(one * mutex o);\nint f(one * mutex o) { return o->n; }\n' >f.c
printf 'int g(void) { return 0; }\n' >g.c
printf 'struct one; int f(struct one *), g(void);\nint main(void) { return g(); }\n' >main.c
is "dialect, plain and object together" "$("$concc" -c g.c; status "$concc" f.c g.o main.c -o mixed; cat stderr; status ./mixed)" "0
0"
is "several -c" "$(rm -f ./*.o; status "$concc" -c f.c g.c bank.c; echo *.o)" "0
bank.o f.o g.o"
is "-shared -fPIC" "$(status "$concc" -shared -fPIC f.c -o libf.so; cat stderr)" 0
is "-static" "$(status "$concc" -static bank.c -o static; cat stderr; ./static)" "0
42 bank.c:15"
is "-I -D -include" "$(mkdir -p inc; echo '#define N 9' >inc/n.h; printf '#include <n.h>\nint n = N + M;\nmonitor x { int y; };\n' >i.c; status "$concc" -c -Iinc -DM=1 -include conc.h i.c; cat stderr)" 0
is "-x" "$(cp bank.c bank.txt; status "$concc" -x c bank.txt -x none -o bank; ./bank)" "0
42 bank.txt:15"
is "NAME.conc" "$(sed 's/.include <conc.h>//' f.c >f.conc; sed -i '1i #include <conc.h>' f.conc; status "$concc" -c f.conc; ls f.o)" "0
f.o"
is "-fno-conc" "$(status "$concc" -fno-conc -c bank.c)" 1
is "-fconc on plain C" "$(status "$concc" -fconc plain.c -o plain; status ./plain)" "0
3"
printf '%s\n' '-c' '"bank.c"' -o 'resp onse.o' >args; printf '@args\n' >more
is "@file" "$(sed -i 's/resp onse/"resp onse"/' args; status "$concc" @more; ls 'resp onse.o')" "0
resp onse.o"
long=$(yes -- -DNOT_USED_AT_ALL=1 | head -n 4500 | tr '\n' ' ')
printf '%s' "$long" >long
is "a very long command line" "$(status "$concc" @long bank.c -o bank; cat stderr; ./bank)" "0
42 bank.c:15"
is "no runtime in a plain link of objects" "$("$concc" -c plain.c && "$concc" plain.o -o plain && nm plain | grep -c conc_)" 0

is "an error" "$(status "$concc" -c wrong.c -o wrong.o)" 1
has "an error has gcc's form" "$(cat stderr)" "wrong.c:18:23: error: "
no_if "no object after an error" [ -e wrong.o ]
is "an error in a link" "$(status "$concc" bank.c wrong.c -o bad)" 1
no_if "no program after an error" [ -e bad ]
is "an error of the back end, once" "$(printf '#include <conc.h>\nmonitor m { int n; };\nint f(void) { return undeclared; }\n' >c.c; status "$concc" -c c.c; grep -c error: stderr)" "1
1"
is "#warning is shown once" "$(sed '1i #warning attention' bank.c >w.c; status "$concc" -c w.c; grep -c 'warning: #warning' stderr)" "0
1"
is "#error" "$(printf '#include <conc.h>\n#error no\n' >e.c; status "$concc" -c e.c; grep -c 'error: #error' stderr)" "1
1"
is "a header that is missing" "$(printf '#include <conc.h>\n#include "no.h"\n' >e.c; status "$concc" -c e.c; grep -c 'no.h: No such' stderr)" "1
1"
is "nothing is left in TMPDIR" "$(ls tmp)" ""
mkdir -p folder/deep && printf '#include <conc.h>\nmonitor box { int n; };\n' >first.h && echo 'enum { SECOND = 2 };' >second.h
echo 'int main(void) { box b = { SECOND }; mutex (b) return b.n; }' >folder/deep/unit.c
for unit in folder/deep/unit.c ./folder/deep/unit.c folder/./deep/unit.c ././folder//deep/unit.c "$PWD/folder/deep/unit.c" folder/../folder/deep/unit.c; do
	is "-include twice, for $unit" "$(status "$concc" -include first.h -include ./second.h "$unit" -o unit; cat stderr; ./unit; echo $?)" "0
2"
done
