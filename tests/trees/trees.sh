#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 4: it takes long
# A few random waituntil trees; `make test-trees` takes 120 000 of them, PROGRAMS=250 as many texts.
if [ "${QUICK:-}" ]; then SEEDS=2 EVERY=4 exec "$CONC/tests/trees/run" 1 "$((DAY % 1000 + 1))" 30 30; fi
SEEDS=3 EVERY=1 exec "$CONC/tests/trees/run" 1 "$((DAY % 1000 + 1))" 60 40
