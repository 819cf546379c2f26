#!/bin/sh
# SPDX-License-Identifier: MIT
# each: *.c
# one in 12: they take long
# Kernels of races in Go programs, after those that GoBench's GoKer collects, written anew in the dialect (README.md):
# ThreadSanitizer must find each data race, also with one processor; what was mended must be clean. Of kernels that stop
# with a message instead, only what was mended is run.
# Where the original's race depends on who runs first, a loop or a barrier lets both accesses happen in any case.
# What main itself races on is static: clang before 21 does not see main's accesses to members of its local variables.
FOLDER=../goker exec "$(dirname "$0")/../race/races.sh" "$@"
