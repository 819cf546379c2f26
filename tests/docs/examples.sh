#!/bin/sh
# SPDX-License-Identifier: MIT
# each: ../../README.md ../../docs/*.md ../../docs/*/*.md
# A page's links and examples.
page=$(cd "${0%/*}" && realpath --relative-to="$CONC" "$1") || exit 1
cd "$CONC" && exec tests/docs/run-docs "$page"
