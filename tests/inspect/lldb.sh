#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/inspect
# lldb shows user threads among its threads, and the tables that gdb shows.
. "$CONC/tests/driver/common"
. "$CONC/tests/inspect/common"
. "$CONC/tests/inspect/common_lldb"
cp "$CONC/tests/inspect/states.c" .
"$concc" -O2 -g states.c -o states || exit 1
lldb_lists 'target create states' 'process launch' | after >live
is "the lists, of a living program" "$(cat live)" "$(cat expected)"
in_lldb 'target create states' 'process launch' 'thread list' 'bt all' >frames
has "a user thread among the threads" "$(cat frames)" "name = 'reader "
case $(lldb --version) in
*' 19.'*) ;;	# it misreads functions of which gcc has put a part elsewhere
*) has "its frames" "$(cat frames)" 'reader(deep=' ;;
esac
cp "$CONC/tests/inspect/values.c" .
"$concc" -O0 -g values.c -o values || exit 1
here=$(grep -n '// here' values.c | cut -d: -f1)
stop() { in_lldb 'target create values' "breakpoint set -f values.c -l $here" 'process launch' "$@"; }
is "what it prints" "$(stop 'target variable numbers points share called_off shelf units setup' 'frame select 2' 'frame variable t' |
	sed -n '/^(conc_/p; /^  \[/p; /^  value/p' | sed 's/ later [0-9]*/ later N/')" '(conc_channel_int) numbers = <channel, 2 of 4> {
  [0] = 2
  [1] = 3
(conc_channel_struct_point) points = <channel, 1 of 2> {
  [0] = (x = 1, y = 2)
(conc_future_double) share = <future, fulfilled> {
  value = 0.25
(conc_future_int) called_off = <future, cancelled>
(conc_rw_lock) shelf = <free>
(conc_semaphore) units = <3 units>
(conc_once) setup = <not called yet>
(conc_task_void) t = <task, later N, ready, not started>'
case $(lldb --version) in
*' 13.'* | *' 14.'* | *' 15.'*) ;;	# types have a printer by their names alone
*) is "monitors, actors" "$(stop 'target variable savings office' | sed -n '/^(account)/,/^}/p; /^(clerk)/,/^}/p')" '(account) savings = <monitor, held by main> {
  balance = 5
}
(clerk) office = <actor> {
  seen = 1
}' ;;
esac
has "the last events" "$(stop 'conc events 40')" ': main waits for end of actor workers, at values.c:'
has "no such table" "$(stop 'conc thing')" 'conc threads, locks, channels, actors, replicas, handlers or events'
