#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples Makefile conc.pc.in conc-mpi.pc.in tools editors docs/man
# concc, its headers and its library are of one version, or the build says which are not.
here=$PWD
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2' instead of '$3'"; fi; }
make -s -C "$CONC" install PREFIX=/opt/conc DESTDIR="$here/stage" >/dev/null || { echo "not ok install"; exit; }
conc=stage/opt/conc header=stage/opt/conc/include/conc/version.h
version=$("$conc/bin/concc" --conc-version | sed 's/concc //')
check 'one version' "$(sed -n 's/^#define CONC_VERSION "\(.*\)"/\1/p' $header)" "$version"
cp "$CONC/examples/bank.c" .
"$conc/bin/concc" -c bank.c || echo "not ok bank.c"

# An object that was made with other headers.
symbol=$(sed -n 's/^#define CONC_ABI_VERSION_SYMBOL //p' $header)
objcopy --redefine-sym "$symbol=conc_object_needs_libconc_0_9" bank.o old.o
"$conc/bin/concc" old.o -o old 2>said
check 'an old object is not linked' "$?" 1
check 'and the linker names what it needs' "$(grep -o 'conc_object_needs_libconc_0_9' said | head -n 1)" conc_object_needs_libconc_0_9

# Headers of another version.
sed -i 's/^#define CONC_VERSION_NUMBER .*/#define CONC_VERSION_NUMBER 9/' $header
"$conc/bin/concc" -c bank.c -o new.o 2>said
check 'other headers are refused' "$?" 1
check 'once, in words' "$(grep -c 'error: #error concc and conc.h are of different versions: install both from one release' said)" 1
check 'and nothing is written' "$(ls new.o 2>/dev/null)" ''
