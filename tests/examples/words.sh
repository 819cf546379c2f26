#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/words.c counts the project's own texts as tr, sort and uniq do.
cd "$CONC" || exit 1
texts='README.md LICENSE docs/*.md tests/README.md'
"$CONCC" -O2 examples/words.c -o "$OLDPWD/words" || echo "not ok build"
# shellcheck disable=SC2086
cat $texts | tr -cs A-Za-z '\n' | grep . | sort | uniq -c >"$OLDPWD/wanted"
for n in 1 2 4; do
	# shellcheck disable=SC2086
	CONC_PROCESSORS=$n "$OLDPWD/words" $texts >"$OLDPWD/counted"
	diff "$OLDPWD/wanted" "$OLDPWD/counted" && echo "ok words on $n processors" || echo "not ok words on $n processors"
done
