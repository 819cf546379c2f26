#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: distccd
# distcc preprocesses here and has the .i compiled by a concc elsewhere: by a distccd of our own.
. "$CONC/tests/driver/common"
. "$CONC/tests/driver/project"

# distccd gives up root, and what it runs must be found and be readable by anybody
away=$(mktemp -d /tmp/conc-distcc.XXXXXX)
chmod 755 "$away"
mkdir "$away/bin" "$away/tmp" "$away/lib" distcc
chmod 1777 "$away/tmp"
cp "$concc" "$away/bin"
cp -R "$CONC/libconc/include" "$away"
cp "$CONC/build/libconc.a" "$away/lib"
chmod -R a+rX "$away"
server=
trap 'kill $server; rm -rf "$away"' EXIT
trap exit INT TERM
unset CONC_CC
PATH=$away/bin:$PATH
as=$(id -un)
[ "$as" != root ] || as=nobody

for port in $(awk 'BEGIN { srand(); for (i = 0; i < 20; i++) print int(20000 + rand() * 12000) }'); do
	TMPDIR=$away/tmp distccd --no-detach --daemon --listen 127.0.0.1 --allow 127.0.0.1 --port "$port" --make-me-a-botnet \
		--user "$as" --log-file="$away/tmp/log" --log-level=info --jobs 2 2>/dev/null &
	server=$!
	export DISTCC_HOSTS="127.0.0.1:$port" DISTCC_FALLBACK=0 DISTCC_DIR="$PWD/distcc" DISTCC_VERBOSE=0 DISTCC_BACKOFF_PERIOD=0
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		kill -0 $server 2>/dev/null || break
		distcc gcc -c plain.c -o first.o 2>/dev/null && break 2
		sleep 0.5
	done
	kill $server 2>/dev/null
done
[ -e first.o ] || { cat "$away/tmp/log"; echo "not ok - no distccd"; exit; }

# How often FILE was compiled there. distccd writes its log after its client has gone on: COUNT are waited for.
done_there() {	# FILE COUNT
	for _ in $(seq 300); do
		[ "$(grep -c "COMPILE_OK.* $1\$" "$away/tmp/log")" -lt "$2" ] || break
		sleep 0.1
	done
	grep -c "COMPILE_OK.* $1\$" "$away/tmp/log"
}
is "a unit without dialect" "$(status distcc concc -O2 -c plain.c)" 0
is "a dialect unit" "$(status distcc concc -O2 -g -MD -c box.c -o box.o; cat stderr)" 0
is "its dependencies" "$(grep -c '^box.o: box.c' box.d) $(grep -c 'box.h' box.d)" "1 1"
is "its name and folder in the debug information" "$(objdump -W box.o | sed -n 's/.*DW_AT_name.*: \(box.c\)$/\1/p; s/.*DW_AT_comp_dir.*: //p' | sort)" "$PWD
box.c"
is "another, without optimization" "$(status distcc concc -Wall -Wextra -Werror -c prog.c; cat stderr)" 0
is "all were compiled elsewhere" "$(done_there plain.c 2) $(done_there box.c 1) $(done_there prog.c 1)" "2 1 1"
is "and make a program" "$(concc prog.o box.o plain.o -o prog; status ./prog)" 5
is "an error" "$(status distcc concc -c wrong.c)" 1
has "names the author's line" "$(cat stderr)" "wrong.c:18:23: error"
is "distcc behind concc compiles the lowered text here" "$(export CONC_CC='distcc gcc'; status concc -c box.c -o behind.o; cat stderr; status concc -c plain.c; done_there plain.c 3)" "0
0
3"
is "make -j4" "$(rm -f ./*.o; printf 'prog: prog.o box.o plain.o\n' >Makefile; CC='distcc concc' make -j4 -s >log 2>&1; cat log; status ./prog; done_there box.c 2)" "5
2"
