#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/proxy.c under SEEDS schedules together with its clients and its backend (proxy_seeds.c), and among hostile ones (hostile.c):
# RUNS of them, from SEED on.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
"$CONCC" -O2 "$CONC/examples/proxy.c" -o server && "$CONCC" -O1 "$CONC/tests/examples/hostile.c" -o hostile || exit 1
"$CONCC" --test-schedules="${SEEDS:-20}" "$CONC/tests/examples/proxy_seeds.c" >log 2>&1 && echo "ok - under seeds" || { echo "not ok - under seeds"; cat log; }
./hostile proxy ./server "${RUNS:-$([ "$QUICK" ] && echo 15 || echo 100)}" "${SEED:-$DAY}" 2>log || { cat log; exit 1; }
