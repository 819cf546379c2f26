#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: half a minute
# Bugs planted in conc_waitset: seeded runs of crowd.c find each within 3000 seeds, and find nothing in it as it is.
. "$CONC/tests/driver/common"
ulimit -c 0
source=$CONC/libconc/src/sync here=$CONC/tests/waitset

build() { "$concc" -g -O1 -fconc-schedules "$here/crowd.c" "$@" -o crowd; }
explore() { CONC_SCHEDULE=explore:$1,output:$here/crowd.out timeout 300 ./crowd >log 2>&1; }
mutant() {	# mutant WHAT SED-SCRIPT
	sed "$2" "$source/waitset.c" >waitset.c
	if cmp -s waitset.c "$source/waitset.c"; then echo "not ok - $1: the script does not fit waitset.c any more"; return; fi
	gcc -std=gnu11 -O1 -g -w -DCONC_SCHEDULES=1 -I"$CONC/libconc/include" -I"${source%/*}" -I"$source" -c waitset.c -o waitset.o &&
		build waitset.o && no_if "$1" explore 3000
	[ -z "${SHOW:-}" ] || grep -E 'seed .*(fails|round)' log
}

build && yes_if "no false alarm" explore 300
mutant "a member that becomes ready and is forgotten" 's/	} else told = becomes_ready(s, m);/	}/'
mutant "a member that nobody waits for is forgotten" '/^static struct conc_waiter \*becomes_ready/,/^}/s/link_last(&s->conc_ready, m, QUEUED)/m->state = QUEUED/'
mutant "a channel that was told is not looked at again by who waits" 's/while ((w = s->conc_told)) {/while ((w = NULL)) {/'
mutant "conc_waitset_again does not look" 's/	if (m->state == TOLD) {/	if (false) {/'
mutant "conc_waitset_again tells nobody" '/^void conc_abi_waitset_again/,/^}/s/if (look(m)) told = becomes_ready(s, m);/if (look(m)) link_last(\&s->conc_ready, m, QUEUED);/'
mutant "a member that is ready when it is added is not told" '/^int conc_abi_waitset_add/,/^}/s/if (look(m)) told = becomes_ready(s, m);/if (look(m)) m->state = QUEUED;/'
mutant "a future that was told stays" '/^static struct conc_waiter \*tell/,/^}/s/m->kind != &conc_channel_observer_selectable/false/'
mutant "what the statement did not choose is taken" 's/	} else if (m) {/	} else if (false) {/'
mutant "a number for a statement that has chosen another clause" 's/	if (m && conc_waiter_claim(w)) {/	if (m) {/'
mutant "a statement that goes stays among those that wait" 's/	if (queued) s->conc_waiters = conc_waiters_remove(s->conc_waiters, w);/	;/'
mutant "a member that leaves while it becomes ready is freed at once" 's/	} else if (conc_selection_close(&m->observer.selection)) {/	} else if (conc_selection_close(\&m->observer.selection), false) {/'
mutant "nobody waits for members that leave" 's/	if (s->conc_leaving) s->conc_end = &end;//'
mutant "of a close only one is told" 's/others = conc_waiters_claim_all(&s->conc_waiters)/others = NULL/'
