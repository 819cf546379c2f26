#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: half a minute
# Bugs planted in the runtime itself: seeded runs of everything.c find each within 3000 seeds, and find nothing in the
# runtime as it is.
. "$CONC/tests/driver/common"
ulimit -c 0
source=$CONC/libconc/src

build() { "$concc" -g -O1 -fconc-schedules "$CONC/tests/schedules/everything.c" "$@" -o everything; }
explore() { CONC_SCHEDULE=explore:$1,output:$CONC/tests/schedules/everything.out timeout 300 ./everything >log 2>&1; }
mutant() {	# mutant WHAT FILE SED-SCRIPT
	file=$(echo "$source"/*/"$2")
	sed "$3" "$file" >"$2"
	if cmp -s "$2" "$file"; then echo "not ok - $1: the script does not fit $2 any more"; return; fi
	gcc -std=gnu11 -O1 -g -w -DCONC_SCHEDULES=1 -I"$CONC/libconc/include" -I"$source" -I"${file%/*}" -c "$2" -o "${2%.c}.o" &&
		build "${2%.c}.o" && no_if "$1" explore 3000
}

build && yes_if "no false alarm" explore 300
mutant "a permit that comes before the thread is off its stack is lost" processor.c \
	'/^static void leave_park/,/^}/s/if (!cas_acq_rel/if (!cas_acq_rel(\&t->park, \&expected, CONC_PARK_PARKED) \&\& 0 \&\& cas_acq_rel/'
mutant "a waiter that does not mark the lock" mutex.c 's/(state & ~clear) | set))/state \& ~clear))/'
mutant "leaving the lock before waiting" condition.c \
	'/^static int wait(/,/^}/{s/^\tenqueue(c, &w);//;s/^\t\(depth = lockable->leave(m, where);\)/\t\1 enqueue(c, \&w);/;}'
mutant "taking back what was claimed" waiting.c '/^bool conc_waiter_delist/,/^}/s/return queued/return true/'
mutant "the first reader to leave frees the lock" mutex.c 's/last ? state & CONC_LOCK_FLAGS & ~SHARED : state - READER/state \& CONC_LOCK_FLAGS \& ~SHARED/'
mutant "a joiner that comes after the end and waits" thread.c '/^bool conc_thread_end_register/,/^}/s/return false/return true/'
mutant "a barrier that lets one go" barrier.c 's/if (w != mine)/if (w != mine \&\& !others)/'
mutant "a semaphore that wakes nobody" semaphore.c 's/conc_waiter_complete(\(.*\));/;/'
