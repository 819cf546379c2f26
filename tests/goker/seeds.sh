#!/bin/sh
# SPDX-License-Identifier: MIT
# each: *.c
# one in 12: they take long
# reads: translator libraries tests/race
# The kernels under seeds: each bug is found within 200 of them, and what was mended is clean.
FOLDER=../goker SEEDS=200 exec "$(dirname "$0")/../race/seeds.sh" "$@"
