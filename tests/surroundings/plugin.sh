#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# Plugins with dialect that are loaded and unloaded, with libconc in them and beside them, in a program of C or of
# the dialect, whose symbols the others see or not.
here=$CONC/tests/surroundings lib=$CONC/build
"$CONCC" -O2 -shared -fPIC "$here/plugin/library.c" -o inside.so &&
	"$CONCC" -O2 -c -fPIC "$here/plugin/library.c" -o library.o &&
	cc -shared library.o -o beside.so -L"$lib" -l:libconc.so -Wl,-rpath,"$lib" &&
	cc -O2 -pthread "$here/plugin.c" -o plain -ldl &&
	cc -O2 -pthread -DSCOPE=RTLD_GLOBAL "$here/plugin.c" -o plain_global -ldl &&
	"$CONCC" -O2 -DDIALECT "$here/plugin.c" -o dialect -ldl &&
	"$CONCC" -O2 -DDIALECT -DSCOPE=RTLD_GLOBAL "$here/plugin.c" -o dialect_global -ldl || exit 1
for program in plain plain_global dialect dialect_global; do
	for plugin in inside beside; do
		said=$(timeout 60 "./$program" "./$plugin.so" 2>&1)
		status=$?
		[ "$status-$said" = 0-right ] && echo "ok - $program, $plugin" || echo "not ok - $program, $plugin: status $status: $said"
	done
done
