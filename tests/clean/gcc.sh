#!/bin/sh
# SPDX-License-Identifier: MIT
# Clean programs with every construct stay clean when gcc compiles what becomes of them.
. "$(dirname "$0")/common"
compile_all gcc "$for_gcc" 4
