#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: half a minute
# Mistakes planted in the runtime of actors that are split, which random programs find.
# PROGRAMS: the seeds of some that find much. ROUNDS: of each, on 2 and 4 processors.
. "$CONC/tests/driver/common"
# shellcheck disable=SC3045
ulimit -c 0
: "${PROGRAMS:=1 4 7 8 9 13}" "${ROUNDS:=150}"
source=$CONC/libconc/src here=$CONC/tests/model/scalable
export WORLD_REPORT="$PWD/report"

gcc -std=c11 -O1 -w -o generate "$here/generate.c" && gcc -std=c11 -O2 -w -c "$here/history.c" || exit 1
units() { for p in $PROGRAMS; do timeout 5 ./generate "$p" >"p$p.c" && "$concc" -w -g -O1 "-I$here" -c "p$p.c" -o "p$p.o" || return 1; done; }
all_hold() {	# all_hold OBJECT …: every program, on 2 processors and on 4
	for p in $PROGRAMS; do
		"$concc" "p$p.o" history.o "$@" -o program || return 2
		for n in 2 4; do CONC_PROCESSORS=$n timeout 20 ./program 1 "$rounds" >log 2>&1 || return 1; done
	done
}
mutant() {	# mutant WHAT FILE SED-SCRIPT [ROUNDS]
	rounds=${4:-$ROUNDS}
	file=$(echo "$source"/*/"$2")
	sed "$3" "$file" >"$2"
	if cmp -s "$2" "$file"; then echo "not ok - $1: the script does not fit $2 any more"; return; fi
	gcc -std=gnu11 -O1 -g -w -I"$CONC/libconc/include" -I"$source" -I"${file%/*}" -c "$2" -o mutant.o || { echo "not ok - $1: gcc"; return; }
	no_if "$1" all_hold mutant.o
	[ -z "${SHOW:-}" ] || { echo "  $p on $n:"; grep -v '^  message' log | tail -n 2; }
}

units || exit 1
rounds=$ROUNDS
yes_if "as it is" all_hold

mutant "an ordinary message does not gather" scalable.c '/^static void admit_ordinary/,/^}/s/else gather(s, d);/else (void)0;/'
mutant "gathering does not wait for replicas" scalable.c '/^static void merge_all/,/^}/s/while (s->alive || s->first)/while (s->done || s->first)/'
mutant "gathering leaves what replicas gave on their way" scalable.c '/^static void gather(/,/^}/s/conc_replica_import_transfers(s, s->actor, &s->transfers);//'
mutant "an envelope does not gather" scalable.c '/^static bool conc_scalable_admit_envelope/,/^}/s/admit_ordinary(d, .*);//'
mutant "a fence does not gather" scalable.c '/^static bool conc_scalable_admit(/,/^}/s/	if (fence/	if (fence) return true;&/'
mutant "the pool does not hold its chunks" scalable.c '/^static void give_piece/,/^}/s/conc_chunk_share(chunk);//'
mutant "what goes to others goes to replicas, too" scalable.c '/^static void take_those_behind/,/^}/s/next->actor != s->actor || //'
mutant "ordinary messages behind scalable ones go to replicas" scalable.c '/^static void take_those_behind/,/^}/s/!conc_record_site(next)->conc_scalable/false/'
mutant "the executor is quiet while an actor is split" scalable.c 's/conc_worker_detach(s->executor);//;s/conc_worker_leave(.*, true);//'
mutant "a piece is taken twice" scalable_pool.c '/^struct conc_piece \*conc_piece_pool_take/,/^}/s/s->first = piece->next;/if (piece->next) s->first = piece->next;/'
mutant "who is idle is not woken for a piece" scalable_pool.c '/^bool conc_piece_pool_push/,/^}/s/conc_thread_unpark(idle->thread);//'
mutant "who is idle is not woken when the actor gathers" scalable_pool.c '/^void conc_piece_pool_wake_all/,/^}/s/conc_thread_unpark(list->thread);//'
mutant "nobody asks for a collapse" scalable_replica.c '/^static void wait_idle/,/^}/s/ask = s->asked = true;/ask = false;/'
mutant "who gathers is not woken" scalable_replica.c '/^static void replica_finish/,/^}/s/if (gatherer) conc_thread_unpark(gatherer);//'
mutant "who is done drops its partner's state" scalable_replica.c '/^static void replica_finish/,/^}/s/conc_replica_import(s, r->actor, other);//'
mutant "who is done leaves what was given to it" scalable_replica.c '/^static void close_transfers/,/^}/{s/conc_replica_import_transfers(.*);/conc_yield();/;s/!load_relaxed(&r->transfers)/true/}'
mutant "of what was given only the first is imported" scalable_import.c '/^bool conc_replica_import_transfers/,/^}/s/for (; list; list = next) {/for (int n = 1; list; list = next) { if (!n--) { next = list->next; continue; }/'
mutant "what is given goes to nobody" scalable_import.c '/^static void give(/,/^}/s/replica_append(/if (parent) replica_append(/'
mutant "what is behind an import that waited is handled twice" scalable.c 's/if (d->worker == worker) take_those_behind/take_those_behind/'
mutant "what it sent before it was split is overtaken" scalable.c '/^static bool begin_split/,/^}/s/conc_outbox_publish(.*);//' 1000
mutant "sends to it wait in outboxes" actor_send.c 's/l->direct = ticket & CONC_TICKET_SCALABLE;/l->direct = false;/'
