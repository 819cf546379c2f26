#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 4: it takes long
# Random programs of separate statements (random_sync/generate.c says what they are): what the translator left out is
# checked while they run, and they print what the same program prints with everything left in, and as plain C.
# COUNT=100 SEED=1 for more of them, SCHEDULES=20 for how many schedules of each.
here=$CONC/tests/separate/random_sync
: "${COUNT:=$([ "${QUICK:-}" ] && echo 1 || echo 4)}" "${SEED:=1}" "${SCHEDULES:=4}" "${LIMIT:=120}"
gcc -std=c11 -O1 -Wall -Wextra -o generate.exe "$here/generate.c" || exit 1

program() {	# program SEED: says what is wrong
	./generate.exe "$1" >random.c && ./generate.exe --plain "$1" >plain.c || { echo "cannot be made"; return; }
	gcc -std=gnu17 -O1 -w plain.c -o plain.exe && timeout "$LIMIT" ./plain.exe >want || { echo "the plain program"; return; }
	for mode in -fconc-check-sync -fconc-separate=qoq -fconc-separate=static; do
		"$CONCC" -std=gnu17 -O2 -w $mode random.c -o random.exe 2>err || { echo "$mode: $(head -n 3 err)"; return; }
		for n in 1 2 4; do
			CONC_PROCESSORS=$n timeout "$LIMIT" ./random.exe >got 2>err || { echo "$mode, $n processors: $(head -n 5 err)"; return; }
			cmp -s got want || { echo "$mode, $n processors: $(diff got want | head -n 3)"; return; }
		done
	done
	[ "$SCHEDULES" = 0 ] || schedules
}
schedules() {
	"$CONCC" -std=gnu17 -O1 -w -fconc-check-sync -fconc-schedules random.c -o seeded.exe 2>err || { echo "schedules: $(head -n 3 err)"; return; }
	CONC_SCHEDULE=explore:$SCHEDULES,jobs:1,limit:60s,output:want timeout $((LIMIT * 5)) ./seeded.exe >got 2>err || echo "schedules: $(tail -n 5 err)"
}

places=0 removed=0
for seed in $(seq "$SEED" $((SEED + COUNT - 1))); do
	wrong=$(program "$seed")
	if [ -z "$wrong" ]; then echo "ok - seed $seed"; else echo "not ok - seed $seed: $wrong"; fi
	"$CONCC" --report=sync random.c >report 2>&1
	places=$((places + $(grep -c ': \(kept\|removed\): ' report)))
	removed=$((removed + $(grep -c ': removed: ' report)))
done
# A quarter at least: else nothing was tested.
if [ $((removed * 4)) -ge "$places" ] && [ "$places" -gt 0 ]; then echo "ok - $removed of $places removed"; else echo "not ok - only $removed of $places removed"; fi
