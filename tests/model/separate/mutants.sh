#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: a minute
# Mistakes planted in the runtime of separate objects, which random programs find, and in the model, which its own test
# finds.
# PROGRAMS: the seeds of some that find much. SCHEDULES: of each, in each mode, by the walk, which finds most inside libconc.
. "$CONC/tests/driver/common"
# shellcheck disable=SC3045
ulimit -c 0
: "${PROGRAMS:=1 2 5 9 13 14 20 36 41 111 113 210}" "${SCHEDULES:=120}"
source=$CONC/libconc/src here=$CONC/tests/model/separate
export WORLD_REPORT="$PWD/report"

gcc -std=c11 -O1 -w "-I$here" -o generate "$here"/generate.c "$here"/program.c "$here"/code.c "$here"/model.c "$here"/explore.c "$here"/write.c || exit 1
units() { for p in $PROGRAMS; do timeout 5 ./generate "$p" >"p$p.c" && "$concc" -w -g -O1 -fconc-schedules "-I$here" -c "p$p.c" -o "p$p.o" || return 1; done; }
all_hold() {	# all_hold OBJECT …: every program, in every mode
	for p in $PROGRAMS; do
		"$concc" -fconc-schedules "p$p.o" "$@" -o program || return 2
		for mode in 0 1 2; do
			CONC_SCHEDULE=explore:$SCHEDULES,policy:walk,jobs:1,limit:5s,steps:2000000 timeout 60 ./program $mode >log 2>&1 || return 1
		done
	done
}
mutant() {	# mutant WHAT FILE SED-SCRIPT [CHECK]: of the runtime
	file=$(echo "$source"/*/"$2")
	sed "$3" "$file" >"$2"
	if cmp -s "$2" "$file"; then echo "not ok - $1: the script does not fit $2 any more"; return; fi
	gcc -std=gnu11 -O1 -g -w -DCONC_SCHEDULES=1 -I"$CONC/libconc/include" -I"$source" -I"${file%/*}" -c "$2" -o mutant.o || { echo "not ok - $1: gcc"; return; }
	no_if "$1" "${4:-all_hold}" mutant.o
	[ -z "${SHOW:-}" ] || { grep -E 'seed .*fails' log; tail -n 1 report; }
}
in_order() {	# in_order OBJECT: who waits for a condition first gets it first
	"$concc" -fconc-schedules order.o "$1" -o order && CONC_SCHEDULE=explore:20,jobs:1,output:"$CONC/tests/separate/require_in_order.out" timeout 60 ./order >log 2>&1
}
right() { timeout 60 ./selftest 10 >log && ! grep -q '^not ok' log; }
forgetful() {	# forgetful WHAT SED-SCRIPT: of the model, by its own test
	sed "$2" "$here/model.c" >model.c
	if cmp -s model.c "$here/model.c"; then echo "not ok - $1: the script does not fit model.c any more"; return; fi
	gcc -std=c11 -O1 -w "-I$here" -o selftest "$here"/selftest.c "$here"/program.c "$here"/code.c model.c "$here"/explore.c || return
	no_if "the model: $1" right
}

units || exit 1
"$concc" -w -g -O1 -fconc-schedules -c "$CONC/tests/separate/require_in_order.c" -o order.o || exit 1
yes_if "as it is" all_hold

mutant "a block that ends without END" separate.c '/^static void end_block/,/^}/s/ | CONC_TAIL_END//'
mutant "who has nothing logged is passed by" separate_handler.c '/^static struct conc_private_queue \*serve_queue/,/^}/s/if (arrive(q, self->inline_parent, NULL)) return NULL;/if (load_acquire(\&q->next) > 1) return pass_on(h, q, true, NULL, NULL);&/'
mutant "several are reserved one by one" separate_handler.c '/^void conc_handler_place_all/,/^}/{/order/d}'
mutant "who reserves one comes between" separate_handler.c 's/.*conc_handler_await_places(.*//'
mutant "a query that does not wait" separate_handler.c '/^static void handler_await/,/^}/{s/if (conc_private_queue_is_idle(q)) return;/return;/}'
mutant "a request is run twice" separate_handler.c '/^static inline void run_requests/,/^}/s/: kind->conc_run(place);/: (kind->conc_run(place), kind->conc_run(place));/'
mutant "a function called on the way logs, too" separate.c '/^static void separate_enter(/,/^}/s/ || !log//'
mutant "own handler: in line" separate.c 's/if (CONC_UNLIKELY(self->handler == h))/if (false)/'
mutant "nobody is tried again" separate_handler.c 's/conc_require_retry(h);/(void)h;/'
mutant "who waits last is tried first" separate_require.c '/^static void list/,/^}/s/ticket < entry/ticket > entry/' in_order
mutant "a waiter goes on with one of its handlers" separate_require.c 's/w->missing = w->count;/w->missing = w->count > 0;/'
mutant "passive handlers: calls without waiting" separate_handler.c 's/^void conc_handler_await.*/&/;/^void conc_handler_await/,/^}/s/^{/{ if (q->handler->passive) return;/'
mutant "the end of main does not wait" separate_object.c '/^void conc_handlers_drain/,/^}/s/^{/{ return;/'
mutant "spawned: reserved one by one" separate_handler.c '/^void conc_handler_append_places/,/^}/s/conc_tiny_lock_[a-z]*(&places\[i\]->handler->order)/(void)0/'
mutant "spawned: begins with the first of its handlers" separate_spawned.c '/^void conc_abi_spawned_end/,/^}/s/store_relaxed(&s->missing, own)/store_relaxed(\&s->missing, 1)/'
mutant "spawned: nobody is tried again" separate_handler.c '/^void conc_handler_leave_place/,/^}/s/place, true/place, false/'

forgetful "a block does not end" '/^static void release/,/^}/s/add_ends/(void)/'
forgetful "conditions are not looked at again" '/^static void wake/,/^}/s/== WAITING/== 9/'
forgetful "several are reserved, the first alone" '/^static void add_queues/,/^}/s/h < HANDLERS/h < 1/'
forgetful "a client's calls are not in order" '/^static void add_request/,/^}/s/else q->request\[q->count++\] = r;/else memmove(\&q->request[1], \&q->request[0], q->count * sizeof r), q->request[0] = r, q->count++;/'
