#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 4: it takes long
# A few random programs; `make test-random COUNT=1000` makes many.
if [ "${QUICK:-}" ]; then EVERY=2 exec "$CONC/tests/random/run" 2 "$((DAY % 1000 + 1))"; fi
EVERY=8 exec "$CONC/tests/random/run" 8 "$((DAY % 1000 + 1))"
