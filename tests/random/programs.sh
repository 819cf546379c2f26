#!/bin/sh
# SPDX-License-Identifier: MIT
# A few random programs; `make test-random COUNT=1000` makes many.
exec "$CONC/tests/random/run" 8 1
