#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: two minutes, and only an edit of a model can change it
# needs: spin
# reads: tests/model
# The protocol models beside this file under spin: every case of a model holds, every mistake is found.
# In NAME.pml, lines that begin with
#   // case: NAME FLAGS        one run, with these macros; all that the monitor asserts must be reached
#   // only: NAME FLAGS        the same for mutants only: too many states where nothing is wrong
#   // mutant: NAME SED        the case NAME of the model edited by sed -e SED must fail
model() {	# model FILE FLAGS: leaves pan's answer in log; false if spin or gcc did not take the model
	# shellcheck disable=SC2086
	spin $2 -a "$1" >log 2>&1 && gcc -w -DSAFETY -DMEMLIM=4000 -o pan pan.c >>log 2>&1 &&
		timeout 60 ./pan -m1000000 -w22 >log 2>&1
	grep -q 'errors: ' log
}
holds() { grep -q 'errors: 0$' log && ! sed -n '/unreached in proctype monitor/,/of .* states/p' log | grep -q assert; }
flags() { sed -n "s,^// [a-z]*: $2 -D,-D,p" "$1"; }

for file in "$CONC"/tests/model/*.pml; do
	name=$(basename "$file" .pml)
	sed -n 's,^// case: ,,p' "$file" >cases
	while read -r case flags; do
		if model "$file" "$flags" && holds; then
			echo "ok $name/$case ($(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' log) states)"
		else echo "not ok $name/$case"; head -n 30 log; fi
	done <cases
	sed -n 's,^// mutant: ,,p' "$file" >mutants
	while IFS= read -r line; do
		case=${line%% *}
		sed -e "/^\/\/ /!{${line#* };}" "$file" >mutant.pml
		if cmp -s "$file" mutant.pml; then echo "not ok $name: nothing to change: $line"
		elif ! model mutant.pml "$(flags "$file" "$case")"; then echo "not ok $name: broke down: $line"; head -n 5 log
		elif grep -q 'errors: 0$' log; then echo "not ok $name: not found: $line"
		else echo "ok $name: found by $line"; fi
	done <mutants
done
