#!/bin/sh
# SPDX-License-Identifier: MIT
# Clean programs with every construct stay clean when clang compiles what becomes of them.
. "$(dirname "$0")/common"
compile_all "$CLANG" "$for_clang" 4
