#!/bin/sh
# SPDX-License-Identifier: MIT
# each: ../safety/racy/*.c ../safety/clean/*.c ../../examples/*.c
# one in 6: they take long
# reads: tests/safety/racy tests/safety/clean examples
# Does -fconc-safe refuse the program? It refuses the racy ones, and of the right ones those in `refused`: it cannot see
# why they are right.
work=$PWD
cd "$CONC/tests/safe" || exit 1
file=$1 name=$(basename "$(dirname "$1")")/$(basename "$1")
if "$CONCC" -std=gnu17 -fconc-safe -fsyntax-only "$file" 2>"$work/log"; then got=passes
elif grep -q 'error: .*\[-Werror=conc-' "$work/log"; then got=refused
else got=broken; fi
case $name in
racy/*) wanted=refused ;;
*) wanted=$(grep -qxF "$name" refused && echo refused || echo passes) ;;
esac
if [ "$got" = "$wanted" ]; then echo "ok $name: $got"
else echo "not ok $name: $got, and not $wanted"; cat "$work/log"; fi
