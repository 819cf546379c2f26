#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# Clean programs with every construct stay clean when gcc compiles what becomes of them.
. "$(dirname "$0")/common"
compile_all gcc "$for_gcc" "$([ "${QUICK:-}" ] && echo 1 || echo 4)"
