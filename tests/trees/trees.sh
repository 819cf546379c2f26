#!/bin/sh
# SPDX-License-Identifier: MIT
# A few random waituntil trees; `make test-trees` takes 120 000 of them, PROGRAMS=250 as many texts.
SEEDS=3 EVERY=1 exec "$CONC/tests/trees/run" 1 1 60 40
