#!/bin/sh
# SPDX-License-Identifier: MIT
# The fuzzer's seeds once, which is one test, and every input that once was too much for the translator.
replay=$CONC/$B/tests/fuzz/replay
"$CONC/tests/fuzz/seeds" seeds
"$replay" seeds/* >replayed
grep -v '^ok' replayed
set -- seeds/*
if [ "$(grep -c '^ok' replayed)" = $# ]; then echo "ok - $# seeds"; else echo "not ok - seeds"; fi
"$replay" "$CONC"/tests/fuzz/crashes/*
