#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: tests/safety
# What concc says when it compiles the corpus: nothing about a clean program; about the racy ones what `warned` lists.
cd "$CONC/tests/safety" || exit 1
work=$OLDPWD
for file in clean/*.c; do
	if "$CONCC" -std=gnu17 -Wall -Wextra -c "$file" -o "$work/o" 2>"$work/log" && [ ! -s "$work/log" ]; then echo "ok $file"
	else echo "not ok $file: warnings"; cat "$work/log"; fi
done
for file in racy/*.c; do "$CONCC" -std=gnu17 -Wall -Wextra -c "$file" -o "$work/o" 2>&1; done |
	sed -n 's/^\([^:]*:[0-9]*\):.* \[-W\(.*\)\]$/\1 \2/p' | LC_ALL=C sort >"$work/said"
if cmp -s warned "$work/said"; then echo "ok racy: $(wc -l <warned) warnings"
else echo "not ok racy: other warnings than in tests/safety/warned"; diff warned "$work/said"; fi
