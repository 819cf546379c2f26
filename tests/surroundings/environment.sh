#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# one in 3: it takes long
# Every variable of the environment with every silly value: the program runs.
"$CONCC" -O2 "$CONC/tests/surroundings/everything.c" -o everything || exit 1
for name in CONC_PROCESSORS CONC_POOL CONC_STACK_SIZE CONC_IO CONC_DEBUG CONC_STATS; do
	bad=
	for value in '' 0 00 -1 ' 7' 1x 1kk garbage 1 4294967296 18446744073709551615 18446744073709551616 99999999999g 17179869184g 1e9; do
		said=$(env CONC_IO=pool "$name=$value" timeout 60 ./everything 2>log | tail -n 1)
		[ "$said" = right ] || { bad="$bad '$value'"; cat log; }
	done
	[ -z "$bad" ] && echo "ok - $name" || echo "not ok - $name:$bad"
done
said=$(CONC_SCHEDULE=1 ./everything 2>&1)
[ "$said" = 'conc: CONC_SCHEDULE=1 needs a program built with: concc -fconc-schedules' ] && echo "ok - CONC_SCHEDULE" || echo "not ok - $said"
