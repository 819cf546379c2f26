#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 4: it takes long
# Ways to link a program for many ranks, and what concc says where it was built without MPI.
here=$CONC/tests/mpi
export CONC_MPI_TIMEOUT=10
cp "$here/ends.c" "$here/remote.h" .
works() {	# works NAME PROGRAM
	for again in 1 2 3 4 5 6; do
		timeout -k 5 60 "$here/launch" 2 "$2" >printed 2>said
		got=$?
		[ $got = 9 ] || break # 9: see remote.h
	done
	if [ $got = 3 ] && [ "$(head -n 1 printed)" = 1999000 ]; then echo "ok $1"; else echo "not ok $1: status $got (run $again)"; cat printed said; fi
}
"$CONCC" -O2 -fconc-mpi -c ends.c && "$CONCC" -fconc-mpi ends.o -o separate
works 'compiled and linked one after the other' ./separate
"$CONCC" -O2 -flto -fconc-mpi ends.c -o lto
works 'optimised at link time' ./lto
# shellcheck disable=SC2046
gcc ends.o $("$CONCC" -fconc-mpi --show-link-flags) -o flags
works 'by gcc with --show-link-flags' ./flags

make -s -C "$CONC" install PREFIX=/opt/conc DESTDIR="$PWD/stage" >/dev/null || echo 'not ok install'
mv stage/opt/conc conc
sed -i "s,^prefix=.*,prefix=$PWD/conc," conc/lib/pkgconfig/*.pc
conc/bin/concc -O2 -fconc-mpi ends.c -o installed
works 'by an installed concc' ./installed
# shellcheck disable=SC2046
gcc ends.o $(PKG_CONFIG_PATH=conc/lib/pkgconfig pkg-config --libs conc-mpi) -Wl,-rpath,"$PWD/conc/lib" -o shared
works 'by gcc with pkg-config, libconc shared' ./shared

rm -f conc/lib/libconc-mpi.*
conc/bin/concc -fconc-mpi ends.c -o without 2>said
got=$?
if [ $got = 1 ] && [ ! -e without ] && grep -q '^concc: error: -fconc-mpi: this concc was built where there was no Open MPI' said; then
	echo 'ok without MPI'
else
	echo "not ok without MPI: $got"
	cat said
fi
if conc/bin/concc -fconc-mpi -c ends.c -o without.o; then echo 'ok without MPI objects are made'; else echo 'not ok without MPI: -c'; fi
