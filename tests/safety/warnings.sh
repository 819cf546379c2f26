#!/bin/sh
# SPDX-License-Identifier: MIT
# each: racy/*.c clean/*.c
# one in 6: they take long
# reads: tests/safety
# What concc says when it compiles a program of the corpus: nothing about a clean one; about a racy one what `warned`
# lists.
cd "$CONC/tests/safety" || exit 1
work=$OLDPWD file=${1#"$PWD/"}
"$CONCC" -std=gnu17 -Wall -Wextra -c "$file" -o "$work/o" 2>"$work/log"
sed -n 's/^\([^:]*:[0-9]*\):.* \[-W\(.*\)\]$/\1 \2/p' "$work/log" | LC_ALL=C sort >"$work/said"
grep "^$file:" warned >"$work/wanted"
case $file in clean/*) cp "$work/log" "$work/said" ;; esac
if cmp -s "$work/wanted" "$work/said"; then echo "ok $file"
else echo "not ok $file: other warnings than in tests/safety/warned"; diff "$work/wanted" "$work/said"; fi
