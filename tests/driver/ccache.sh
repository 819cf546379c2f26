#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: ccache
# one in 4: it takes long
# ccache finds what is the same, and never what another translator, header or compiler would make otherwise.
. "$CONC/tests/driver/common"

export CCACHE_DIR="$PWD/cache" CCACHE_STATSLOG="$PWD/stats" CCACHE_CONFIGPATH=/dev/null
identity='%compiler% --conc-identity'
# what ccache did: miss, hit (by the preprocessed text), direct (by the files alone); and what was said
did() {
	: >stats
	"$@" >said 2>&1 || echo "status $?"
	sed -n 's/^cache_miss$/miss/p; s/^preprocessed_cache_hit$/hit/p; s/^direct_cache_hit$/direct/p' stats | tail -n 1
}
tree() {	# tree NAME: a translator of our own
	mkdir -p "$1/bin" "$1/lib"
	cp -p "$concc" "$1/bin/concc"
	cp -Rp "$CONC/libconc/include" "$1/include"
	cp -p "$CONC/build/libconc.a" "$1/lib"
}
twice() { echo "$(did "$@") $(did "$@")"; }
maker() { case $(readelf -p .comment "$1") in *clang*) echo clang ;; *GCC*) echo gcc ;; esac; }
tree first
tree second
echo >>second/bin/concc	# another translator, as far as one can see from outside
PATH=$PWD/first/bin:$PATH
unset CONC_CC

is "a dialect unit" "$(twice ccache concc -c bank.c)" "miss hit"
is "what came from the cache" "$(concc bank.o -o bank; ./bank)" "42 bank.c:15"
is "a unit without dialect" "$(twice ccache concc -c plain.c)" "miss hit"
is "by its full name" "$(did ccache "$PWD/first/bin/concc" -c bank.c)" hit
is "dependencies" "$(twice ccache concc -MD -c bank.c)" "miss hit"
mv bank.d cached.d
is "are the same" "$(concc -MD -c bank.c; cmp bank.d cached.d && echo same)" same
is "debug information" "$(twice ccache concc -g -c bank.c)" "miss hit"
printf '#include <conc.h>\nmonitor m { int n; };\nint f(m *p) { mutex (p) return p->n; }\n#warning said\n' >loud.c
is "a unit with warnings" "$(did ccache concc -c loud.c; cp said first.said; did ccache concc -c loud.c)" "miss
hit"
is "says them again" "$(cmp said first.said && grep -c 'loud.c:4:2: warning' said)" 1
is "an error" "$(twice ccache concc -c wrong.c)" "status 1 status 1"
has "is said each time" "$(cat said)" "wrong.c:18:23: error"

for option in -fconc-schedules -fconc-separate=none -fconc-check-sync; do
	is "$option is a miss" "$(twice ccache concc $option -c bank.c)" "miss hit"
done
is "-fconc is a miss" "$(did ccache concc -fconc -c plain.c)" miss
for unit in bank plain; do
	is "another compiler behind concc is a miss: $unit" "$(CONC_CC=clang twice ccache concc -c $unit.c; maker $unit.o)" "miss hit
clang"
	is "and the first one is still there: $unit" "$(did ccache concc -c $unit.c)" hit
done

for check in mtime none "$identity"; do
	export CCACHE_COMPILERCHECK="$check"
	how="compiler check $check"
	again=hit
	case $check in *identity) again=direct ;; esac
	rm -rf cache link
	ln -s first/bin link
	usual=$PATH
	PATH=$PWD/link:$PATH
	is "a translator behind a link, $how" "$(twice ccache concc -c bank.c)" "miss $again"
	rm link
	ln -s second/bin link
	is "another one is a miss, $how" "$(twice ccache concc -c bank.c)" "miss $again"
	mkdir -p behind
	printf '#!/bin/sh\nexec gcc "$@"\n' >behind/cc
	printf '#!/bin/sh\n\nexec clang "$@"\n' >behind/newer
	chmod +x behind/*
	PATH=$PWD/behind:$PATH
	export CONC_CC=cc
	for unit in bank plain; do
		is "a compiler behind concc, $how: $unit" "$(twice ccache concc -O1 -c $unit.c; maker $unit.o)" "miss $again
gcc"
	done
	mv behind/newer behind/cc
	for unit in bank plain; do
		is "another one of that name is a miss, $how: $unit" "$(twice ccache concc -O1 -c $unit.c; maker $unit.o)" "miss $again
clang"
	done
	unset CONC_CC
	echo '/* more */' >>second/include/conc/barrier.h
	is "a changed header of libconc is a miss, $how" "$(twice ccache concc -c bank.c)" "miss $again"
	PATH=$usual
done
export CCACHE_COMPILERCHECK="$identity"
echo 'int h(void);' >own.h
printf '#include "own.h"\n#include <conc.h>\nmonitor m { int n; };\nint h(void) { m a = { 3 }; mutex (&a) return a.n; }\n' >own.c
is "direct, with a header of the user's" "$(twice ccache concc -c own.c)" "miss direct"
is "which changes" "$(echo 'int i(void);' >>own.h; twice ccache concc -c own.c)" "miss direct"
export CCACHE_DEPEND=1
is "depend mode" "$(twice ccache concc -MD -c own.c)" "miss direct"
is "depend mode, a header of the user's" "$(echo 'int j(void);' >>own.h; twice ccache concc -MD -c own.c)" "miss direct"
is "depend mode, another compiler" "$(CONC_CC=clang twice ccache concc -MD -c own.c; maker own.o)" "miss direct
clang"
unset CCACHE_DEPEND CCACHE_COMPILERCHECK

mkdir masquerade
ln -s "$(command -v ccache)" masquerade/concc
rm -rf cache
is "ccache called concc" "$(PATH=$PWD/masquerade:$PATH twice concc -c bank.c)" "miss hit"
is "compiling what was preprocessed" "$(CCACHE_NOCPP2=1 twice ccache concc -O1 -c bank.c; concc bank.o -o bank; ./bank)" "miss hit
42 bank.c:15"
is "ccache behind concc, dialect" "$(CONC_CC='ccache gcc' twice concc -c bank.c; concc bank.o -o bank; ./bank)" "miss direct
42 bank.c:15"
is "ccache behind concc, no dialect" "$(CONC_CC='ccache gcc' twice concc -c plain.c)" "miss direct"
is "ccache before and behind" "$(CONC_CC='ccache gcc' twice ccache concc -c bank.c)" "miss hit"
