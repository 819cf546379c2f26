#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/inspect
# lldb shows user threads among its threads, and the tables that gdb shows.
. "$CONC/tests/driver/common"
. "$CONC/tests/inspect/common"
. "$CONC/tests/inspect/common_lldb"
cp "$CONC/tests/inspect/states.c" .
"$concc" -O2 -g states.c -o states || exit 1
lldb_lists 'target create states' 'breakpoint set -n abort' 'process launch' | after >live
is "the lists, of a living program" "$(cat live)" "$(cat expected)"
in_lldb 'target create states' 'breakpoint set -n abort' 'process launch' 'thread list' 'bt all' >frames
has "a user thread among the threads" "$(cat frames)" "name = 'reader "
case $(lldb --version) in
*' 19.'*) ;;	# it misreads functions of which gcc has put a part elsewhere
*) has "its frames" "$(cat frames)" 'reader(deep=' ;;
esac
