#!/bin/sh
# SPDX-License-Identifier: MIT
# A few random programs; `make test-random COUNT=1000` makes many.
EVERY=8 exec "$CONC/tests/random/run" 8 1
