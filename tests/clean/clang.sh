#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# Clean programs with every construct stay clean when clang compiles what becomes of them.
. "$(dirname "$0")/common"
compile_all "$CLANG" "$for_clang" "$([ "${QUICK:-}" ] && echo 1 || echo 4)"
