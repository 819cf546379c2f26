#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# Five planted bugs: each policy finds each within 1000 seeds, and the command that is printed fails in the
# same way 100 times of 100, with the same trace.

. "$CONC/tests/driver/common"
ulimit -c 0
replays=${REPLAYS:-100}

found() {	# found NAME POLICY: leaves the replay in again, as printed
	"$concc" -g -fconc-schedules "$CONC/tests/schedules/planted/$1.c" -o "$1" || return
	CONC_SCHEDULE=explore:1000,races:off,policy:$2 "./$1" >"$1.log" 2>&1 && return 1
	grep -q 'fails, the first of 1000' "$1.log" || return
	again=$(sed -n 's/^conc: again:  //p' "$1.log")
	[ "$again" ]
}
fails_alike() {	# fails_alike NAME: the same message each time
	eval "$again" >first 2>&1
	grep -q -e 'conc_test_assert' -e 'every thread is blocked' first || return
	for _ in $(seq "$replays"); do
		eval "$again" >next 2>&1 && return 1
		cmp -s first next || { diff first next; return 1; }
	done
}
same_trace() {
	word=$(echo "$again" | sed 's/ .*//')
	eval "$word,trace:one.txt ${again#* }" >/dev/null 2>&1
	eval "$word,trace:two.txt ${again#* }" >/dev/null 2>&1
	[ -s one.txt ] && cmp one.txt two.txt
}
for bug in unlocked_counter lost_wakeup missed_notify lock_order aba; do
	for policy in walk pct mixed pos surw directed; do
		yes_if "$bug is found within 1000 seeds, $policy" found $bug $policy
	done
	yes_if "$bug is replayed $replays times of $replays" fails_alike
	yes_if "$bug has one trace" same_trace
done
