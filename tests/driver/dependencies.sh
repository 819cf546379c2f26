#!/bin/sh
# SPDX-License-Identifier: MIT
# Dependency files name the user's file, his headers and ours, and never a temporary one.
. "$CONC/tests/driver/common"

mkdir -p o
echo 'int h;' >own.h
sed '1i #include "own.h"' bank.c >dep.c
files() { tr -d '\\' <"$1" | tr ' ' '\n' | grep . | grep -v '^/usr/include\|^/usr/lib/linux\|/gcc/\|/llvm' | sed 's,.*/\(conc[^:]*\)$,\1,' | grep -v '^conc/' | sort | tr '\n' ' '; }

"$concc" -MMD -c dep.c
is "-MMD" "$(files dep.d)" "conc.h dep.c dep.o: own.h "
rm dep.d; "$concc" -MD -c dep.c -o o/x.o
is "-MD -o" "$(files o/x.d)" "conc.h dep.c o/x.o: own.h "
"$concc" -MMD -MF o/y.d -MT target -MP -c dep.c
has "-MF -MT" "$(files o/y.d)" "target: "
has "-MP" "$(cat o/y.d)" "own.h:"
"$concc" -Wp,-MMD,o/z.d -c dep.c
is "-Wp,-MMD" "$(files o/z.d)" "conc.h dep.c dep.o: own.h "
"$concc" -MMD dep.c -o o/prog
is "when linking" "$(ls o/prog.d o/prog-dep.d 2>/dev/null | wc -l)" 1
is "-M" "$("$concc" -M dep.c | head -c 12)" "dep.o: dep.c"
is "-MM" "$("$concc" -MM dep.c >m; files m)" "conc.h dep.c dep.o: own.h "
is "-MM -MG" "$(printf '#include "made.h"\n' >g.c; "$concc" -MM -MG g.c)" "g.o: g.c made.h"
is "DEPENDENCIES_OUTPUT" "$(DEPENDENCIES_OUTPUT=o/env.d "$concc" -c dep.c; files o/env.d)" "conc.h dep.c dep.o: own.h "
is "no temporary name" "$(cat ./*.d o/*.d | grep -c '/concc-[A-Za-z0-9]\{6\}/')" 0
is "plain C" "$("$concc" -MMD -c plain.c; cat plain.d)" "plain.o: plain.c"
