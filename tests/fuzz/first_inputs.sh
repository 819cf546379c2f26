#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: a minute
# The fuzzer's first inputs once, in a build without libFuzzer; which is one test.
replay=$CONC/$B/tests/fuzz/replay
"$CONC/tests/fuzz/seeds" seeds
"$replay" seeds/* >replayed
grep -v '^ok' replayed
set -- seeds/*
if [ "$(grep -c '^ok' replayed)" = $# ]; then echo "ok - $# seeds"; else echo "not ok - seeds"; fi
