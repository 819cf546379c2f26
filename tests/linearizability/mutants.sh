#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: half a minute
# Bugs planted in the channels and in the selection of statements: seeded runs of the workload find each within 3000 seeds.
. "$CONC/tests/driver/common"
ulimit -c 0
source=$CONC/libconc/src here=$CONC/tests/linearizability

for unit in exact fast print; do gcc -std=gnu11 -O2 -c "$here/$unit.c" || exit 1; done
for unit in workload subject_channel; do "$concc" -g -O1 -fconc-schedules "-I$here" -c "$here/$unit.c" -o "$unit.o" || exit 1; done

explore() {	# explore SEEDS: false if one fails; a search that takes too long has found nothing
	CONC_SCHEDULE=explore:$1 timeout 900 ./workload 8 7 >log 2>&1 || [ $? = 124 ]
}
mutant() {	# mutant WHAT FILE SED-SCRIPT
	file=$(echo "$source"/*/"$2")
	sed "$3" "$file" >"$2"
	if cmp -s "$2" "$file"; then echo "not ok - $1: the script does not fit $2 any more"; return; fi
	gcc -std=gnu11 -O1 -g -w -DCONC_SCHEDULES=1 -I"$CONC/libconc/include" -I"$source" -I"${file%/*}" -c "$2" -o mutant.o &&
		"$concc" -fconc-schedules workload.o subject_channel.o exact.o fast.o print.o mutant.o -o workload && no_if "$1" explore 20000
	[ -z "${SHOW:-}" ] || grep -E 'seed .*(fails|round)' log
}

mutant "a place in a closed channel for a sender that waits again" channel_core.c 's/conc_wait_in && !(in->conc_flags & CONC_CHANNEL_CLOSED)/conc_wait_in/'
mutant "an operation for a clause whose statement has chosen another" channel_core.c \
	'/^static int channel_core_finish/,/^}/s/if (!conc_waiter_claim(w)) return CONC_ENLIST_GONE/conc_waiter_claim(w)/'
mutant "a meeting that does not look at the own selection" channel_core.c \
	's/conc_waiter_claim_pair(w, other)/(conc_waiter_claim(other) ? CONC_PAIR_BOTH : CONC_PAIR_OTHER_GONE)/'
mutant "last come, first served" channel_core.c \
	'/^static int channel_core_append/,/^}/s/return \(.*\);/int how = \1; *fifo_of(c, w) = w; return how;/'
mutant "the way of fast senders stays open" channel_end.c '/^static void close_in/,/^}/s/in->conc_limit = .*;//'
mutant "a flush that forgets where the next element is" channel_end.c 's/out->conc_next = in->conc_next;//'
mutant "a look without the lock that does not see who waits" channel.c '/^static bool would_wait/,/^}/s/return !(load_relaxed(&c->conc_look) & stops);/return true;/'
mutant "a statement that has timed out and was chosen" waiting.c '/conc_selection_close/,/^}/s/if (selection_move(selection, CONC_SELECTION_CLOSED)) return NULL;/selection_move(selection, CONC_SELECTION_CLOSED); return NULL;/'
mutant "a sender that waits is not let in" channel_core.c '/^static int channel_core_take(/,/^}/s/\*partner = .*;//'
mutant "receivers that wait are not told that it was closed" channel_end.c 's/^\tconc_waiters_complete_all(receivers, CONC_WAIT_CLOSED);/\tif (!shut) conc_waiters_complete_all(receivers, CONC_WAIT_CLOSED);/'
