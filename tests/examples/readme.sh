#!/bin/sh
# SPDX-License-Identifier: MIT
# The C that README.md shows is what concc --emit-c prints for the program above it. (That the
# program prints what README.md says is for tests/docs to check.)
block() { awk -v mark="<!-- $1 -->" '$0 == mark { seen = 1 } seen && /^```$/ { exit } seen && body { print } seen && /^```c$/ { body = 1 }' "$CONC/README.md"; }
block run >program.c
block lowered >wanted.c
"$CONCC" --emit-c program.c | sed 1d >lowered.c
[ -n "$(tail -c 1 lowered.c)" ] && echo >>lowered.c
if [ -s wanted.c ] && diff wanted.c lowered.c; then echo "ok readme"; else echo "not ok readme"; fi
