#!/bin/sh
# SPDX-License-Identifier: MIT
# Every input that once was too much for the translator, in a build without libFuzzer.
replay=$CONC/$B/tests/fuzz/replay
"$replay" "$CONC"/tests/fuzz/crashes/*
