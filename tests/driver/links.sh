#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# Where libconc stands in a link, and what does not get it.
. "$CONC/tests/driver/common"

cat >shared.c <<'END'
#include <conc.h>
monitor counter { long n; };
static counter c;
thread adder { int times; };
void main(adder *self) { for (int i = 0; i < self->times; i++) mutex (c) c.n++; }
long count(void);
long count(void) { { adder a[4] = { { 100 }, { 100 }, { 100 }, { 100 } }; } mutex (c) return c.n; }
END
cat >user.c <<'END'
#include <conc.h>
#include <stdio.h>
long count(void);
thread caller { long *result; };
void main(caller *self) { *self->result = count(); }
int main(void) { long r = 0; { caller k = { &r }; } printf("%ld %ld\n", r, count()); }
END
echo 'int printf(const char *, ...); long count(void); int main(void) { printf("%ld", count()); return 0; }' >pure.c
for cc in gcc clang; do
	export CONC_CC=$cc
	is "$cc: a library with dialect, complete in itself" "$(status "$concc" -shared -fPIC shared.c -o libshared.so -Wl,--no-undefined; cat stderr)" 0
	is "$cc: with a program in dialect, one runtime" "$(status "$concc" user.c -L. -lshared -Wl,-rpath,. -o user; cat stderr; ./user)" "0
400 800"
	is "$cc: linked by the C compiler alone" "$($cc pure.c -L. -lshared -Wl,-rpath,. -o pure && ./pure)" 400
	for flags in "-static" "-static-pie" "-Wl,--gc-sections -ffunction-sections" "-Wl,--as-needed -lm" "-flto -O2" "-pie -fPIE" "-no-pie"; do
		case $cc,$flags in clang,-flto*) there ld.lld || continue; flags="$flags -fuse-ld=lld" ;; esac
		# shellcheck disable=SC2086
		is "$cc $flags" "$(status "$concc" $flags user.c shared.c -o user; cat stderr; ./user)" "0
400 800"
	done
	"$concc" -c shared.c user.c && ar rcs libarchive.a shared.o
	is "$cc: an archive before and behind" "$(status "$concc" user.o -L. -larchive -o user; cat stderr; ./user)" "0
400 800"
	is "$cc: a group" "$(status "$concc" -Wl,--start-group libarchive.a user.o -Wl,--end-group -o user; cat stderr; ./user)" "0
400 800"
	is "$cc: named by the user too" "$(status "$concc" user.o shared.o "$CONC/build/libconc.a" -o user; cat stderr; ./user)" "0
400 800"
	# shellcheck disable=SC2046
	is "$cc: --show-link-flags" "$($cc user.o shared.o $("$concc" --show-link-flags) -o user && ./user)" "400 800"
	is "$cc: -r" "$(status "$concc" -r user.o shared.o -o both.o; cat stderr; nm both.o | grep -c ' T conc_self'; "$concc" both.o -o user && ./user)" "0
0
400 800"
done
export CONC_CC=gcc
libraries() { "$concc" '-###' "$@" 2>&1 | grep -c libconc.a; }
is "once in a link" "$(libraries user.o shared.o)" "$(gcc '-###' user.o shared.o "$CONC/build/libconc.a" 2>&1 | grep -c libconc.a)"
for flags in -c -S -E -M -r -nostdlib -nodefaultlibs -fsyntax-only; do
	is "no library with $flags" "$(libraries $flags pure.c)" 0
done
is "behind the user's libraries" "$("$concc" '-###' user.o -L. -larchive -lm 2>&1 | grep -c -- '-larchive.*-lm.*libconc.a.*-lc')" 1
is "-Wl,--version is the linker's" "$("$concc" -Wl,--version | head -n 1)" "$(gcc -Wl,--version | head -n 1)"
