#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/inspect
# test-all: core files need rights that not every machine gives
# gdb's and lldb's user threads in a core file.
. "$CONC/tests/driver/common"
. "$CONC/tests/inspect/common"
cp "$CONC/tests/inspect/states.c" .
for flags in '-O2 -g' '-O0 -g' '-O2 -g -static' '-O2 -g -static, stripped, with a debug link'; do
	# shellcheck disable=SC2086
	"$concc" ${flags%%,*} states.c -o states || exit 1
	case $flags in
	*stripped*)
		objcopy --only-keep-debug states states.debug && strip states && objcopy --add-gnu-debuglink=states.debug states
		;;
	esac
	rm -f core*
	(ulimit -c unlimited && ./states) >/dev/null 2>&1
	core=$(ls core* 2>/dev/null | head -n 1)
	[ "$core" ] || { skip "core files go elsewhere here, or are forbidden"; exit; }
	lists -- ./states "$core" >raw
	after <raw >dead
	is "$flags: the lists, from a core file" "$(cat dead)" "$states"
	number() { awk -v name="$1" '$2 == name { print $1; exit }' raw; }
	in_gdb "conc bt $(number reader)" "conc bt $(number actor)" "conc thread $(number querier)" bt -- ./states "$core" | sed -n '/^reader/,$p' >frames
	has "$flags: a receive" "$(cat frames)" 'receive(clerk *, letter *) ('
	has "$flags: a thread that was selected" "$(cat frames)" 'querier (b='
	is "$flags: each call of a recursion" "$(grep -c 'reader (deep=' frames)" 3
	is "$flags: the program's frames alone" "$(grep -c '^#.*\(libconc/src\|conc_\)' frames)" 0
done

. "$CONC/tests/inspect/common_lldb"
lldb_lists "target create states --core $core" | after >dead
is "lldb: the lists, from a core file" "$(cat dead)" "$(cat expected)"
in_lldb "target create states --core $core" 'thread list' 'bt all' >frames
has "lldb: a user thread among the threads" "$(cat frames)" "name = 'reader "

# how long a thread has waited is what the flight recorder says
cat >since.c <<'Y'
#include <conc.h>
#include <stdlib.h>
channel(int) orders;
static int reader(void) { int v; v << orders; return v; }
int main(void) { spawn reader(); conc_sleep(300ms); abort(); }
Y
"$concc" -g since.c -o since || exit 1
rm -f core*
(ulimit -c unlimited && ./since) >/dev/null 2>&1
has "how long it has waited" "$(timeout 60 gdb -nx -q -batch -iex 'set auto-load safe-path /' -iex 'set width 0' -ex 'info conc threads' since core* 2>&1 |
	sed -nE 's/.* for receive on orders, at since.c:4, for ([0-9.]+) s$/\1/p' | awk '{ print ($1 >= 0.29 && $1 < 60 ? "well" : $1) }')" well
