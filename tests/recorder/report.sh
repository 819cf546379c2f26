#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/recorder
# The last events come with the message of every death, and not where CONC_EVENTS=0 or CONC_RECORDER=0.
. "$CONC/tests/driver/common"
"$concc" -O2 "$CONC/tests/recorder/program.c" -o program || exit 1
unset CONC_EVENTS
for death in deadlock assert abort fault divide stop; do
	./program "$death" >out 2>err
	no_if "$death: it dies" [ $? = 0 ]
	is "$death: one list of events" "$(grep -c '^conc: the last events$' err)" 1
	is "$death: of 16" "$(sed '0,/^conc: the last events$/d' err | grep -c '^ *-\{0,1\}[0-9]*\.[0-9]* ms  processor [0-9]*: ')" 16
done
./program deadlock 2>&1 | sed -E '0,/^conc: the last events/d; s/^.* ms  processor [0-9]+: //; s/(left|right) [0-9]+/\1 N/' >events
has "a wait for a lock" "$(cat events)" 'left N waits for conc_mutex, at '
is "none of another kind" "$(grep -Ev '^((left|right) N|main|actor worker [0-9]+|clerk|sleeps|steals|wakes)' events)" ''
CONC_EVENTS=3 ./program deadlock 2>&1 | sed '0,/^conc: the last events$/d' >events
is "CONC_EVENTS=3" "$(wc -l <events)" 3
CONC_EVENTS=0 ./program deadlock >out 2>&1
lacks "CONC_EVENTS=0" "$(cat out)" 'last events'
CONC_RECORDER=0 ./program deadlock >out 2>&1
lacks "CONC_RECORDER=0" "$(cat out)" 'last events'
has "CONC_RECORDER=0: the report" "$(cat out)" 'every thread is blocked'
cat >quiet.c <<'Y'
#include <conc.h>
#include <stdlib.h>
int main(void) { conc_mutex m = {}; mutex (m) abort(); }
Y
"$concc" quiet.c -o quiet && ./quiet >out 2>&1
lacks "a program without threads" "$(cat out)" 'last events'
