#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: tests/safety/racy tests/safety/clean examples
# What -fconc-safe says of the corpus and of the examples. `let_pass` has the racy programs that it does not refuse,
# `refused` the right ones that it refuses because it cannot see why they are right.
cd "$CONC" || exit 1
work=$OLDPWD
safe() { "$CONCC" -std=gnu17 -fconc-safe -fsyntax-only "$1" 2>"$work/log"; }
for file in tests/safety/racy/*.c; do if safe "$file"; then echo "${file#tests/safety/}"; fi; done >"$work/let_pass"
for file in tests/safety/clean/*.c examples/*.c; do if safe "$file"; then :; else echo "${file#tests/safety/}"; fi; done >"$work/refused"
for list in let_pass refused; do
	if cmp -s "tests/safe/$list" "$work/$list"; then echo "ok $list: $(wc -l <"$work/$list")"
	else echo "not ok $list: other programs than in tests/safe/$list"; diff "tests/safe/$list" "$work/$list"; fi
done
