#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/broker.c together with its clients (broker_seeds.c), under SEEDS schedules and in real time; and among hostile ones (hostile.c):
# RUNS of them, from SEED on.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
"$CONCC" -O2 "$CONC/examples/broker.c" -o server && "$CONCC" -O1 "$CONC/tests/examples/hostile.c" -o hostile || exit 1
"$CONCC" --test-schedules="${SEEDS:-20}" "$CONC/tests/examples/broker_seeds.c" >log 2>&1 && echo "ok - under seeds" || { echo "not ok - under seeds"; cat log; }
"$CONCC" -O1 "$CONC/tests/examples/broker_seeds.c" -o clients && timeout 300 ./clients >log 2>&1 && echo "ok - a slow subscriber" || { echo "not ok - a slow subscriber"; cat log; }
./hostile broker ./server "${RUNS:-$([ "$QUICK" ] && echo 15 || echo 100)}" "${SEED:-$DAY}" 2>log || { cat log; exit 1; }
