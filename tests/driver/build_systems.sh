#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# CC=concc for make: its own rules, dependencies that the compiler writes, many jobs at once.
. "$CONC/tests/driver/common"
. "$CONC/tests/driver/project"
unset CFLAGS CONC_CC

printf 'prog: prog.o box.o plain.o\nbox.o prog.o: box.h\n' >Makefile
is "make's own rules" "$(CC=$concc make -s >log 2>&1; cat log; status ./prog)" 5
is "and again" "$(touch box.h; CC=$concc make -s -j2 >log 2>&1; cat log; status ./prog)" 5
is "from the source to the program in one step" "$(printf '#include "box.h"\nint main(void) { box b = { 4 }; mutex (&b) return b.n; }\n' >four.c; make -s CC="$concc" four >log 2>&1; cat log; status ./four)" 4
is "into an archive" "$(make -s CC="$concc" 'lib.a(box.o)' 'lib.a(plain.o)' >log 2>&1; ar t lib.a | tr '\n' ' '; $concc prog.c lib.a -o ar; status ./ar)" "box.o plain.o 5"
is "an error" "$(cp wrong.c wrong_too.c; make -s -k CC="$concc" wrong.o wrong_too.o 2>&1 | grep -c 'wrong.*c:18:23: error'; ls wrong*.o 2>/dev/null)" 2

mkdir -p deep/sub deep/o
cp box.c prog.c plain.c ./*.h deep/sub
cat >deep/Makefile <<'EOF'
CFLAGS = -O2 -flto=jobserver -MMD -MP
units = box prog plain
all: sub/done
	$(MAKE) -f Makefile prog
sub/done: ; touch $@
prog: $(units:%=o/%.o) ; +$(CC) $(CFLAGS) -o $@ $^
o/%.o: sub/%.c ; $(CC) $(CFLAGS) -c -o $@ $<
-include $(units:%=o/%.d)
EOF
compiled() { make -j2 -C deep CC="$concc" >log 2>&1 || cat log; grep -o ' -c -o o/[a-z.]*' log | sed 's,.*/,,' | sort | tr '\n' ' '; }
is "a make in a make, with a job server" "$(compiled; status deep/prog; grep -c warning log)" "box.o plain.o prog.o 5
0"
is "nothing to be done" "$(compiled)" ""
is "-MMD: a header with dialect" "$(touch deep/sub/box.h; compiled)" "box.o prog.o "
is "-MMD: a header without" "$(touch deep/sub/plain.h; compiled)" "plain.o prog.o "
is "-MP: a header that is no more" "$(sed 's/#include "plain.h"/#define ADDED 2/' plain.c >deep/sub/plain.c; sed 's/#include "plain.h"/int plain(int n);/' prog.c >deep/sub/prog.c; rm deep/sub/plain.h; compiled; status deep/prog)" "plain.o prog.o 5"

for n in 1 2 3 4 5 6 7 8; do
	{
		$concc -g -c deep/sub/box.c -o many$n.o && $concc -c prog.c -o other$n.o &&
			$concc other$n.o many$n.o plain.o -o prog$n
	} >log$n 2>&1 &
done
wait
is "many jobs in one folder, from one unit" "$(for n in 1 2 3 4 5 6 7 8; do cat log$n; cmp many1.o many$n.o; status ./prog$n; done | sort -u)" 5
is "and nothing stays behind" "$(find "$TMPDIR" -name 'concc*')" ""

if there pkg-config; then
	make -s -C "$CONC" install PREFIX="$PWD/conc" >/dev/null
	export PKG_CONFIG_PATH="$PWD/conc/lib/pkgconfig"
	# shellcheck disable=SC2046
	is "objects, linked by gcc with pkg-config" "$(gcc prog.o box.o plain.o -o gcc-prog $(pkg-config --libs conc) -Wl,-rpath,"$PWD/conc/lib" && status ./gcc-prog)" 5
	# shellcheck disable=SC2046
	is "and --static" "$(gcc -static prog.o box.o plain.o -o static-prog $(pkg-config --static --libs conc) && status ./static-prog)" 5
fi
