#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# The model of actors that are split by itself, and a few random programs against it; `make test-scalable COUNT=1000` runs many.
here=$CONC/tests/model/scalable
gcc -std=c11 -O1 -Wall -Wextra -o selftest "$here"/selftest.c "$here"/history.c && ./selftest 50 || exit 1
SEEDS=5 EVERY=4 ROUNDS=50 "$here/run" "$([ "${QUICK:-}" ] && echo 2 || echo 8)" "$((DAY % 1000 + 1))"
