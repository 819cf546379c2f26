#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# The model of separate by itself, and a few random programs against it; `make test-separate COUNT=1000` runs many.
here=$CONC/tests/model/separate
gcc -std=c11 -O1 -Wall -Wextra -o selftest "$here"/selftest.c "$here"/program.c "$here"/code.c "$here"/model.c "$here"/explore.c &&
	./selftest || exit 1
SEEDS=5 EVERY=4 "$here/run" "$([ "${QUICK:-}" ] && echo 2 || echo 8)" "$((DAY % 1000 + 1))"
