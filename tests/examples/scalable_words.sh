#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/scalable_words.c counts the documents, which are what it reads by default, as tr, sort and uniq do.
cd "$CONC" || exit 1
"$CONCC" -O2 examples/scalable_words.c -o "$OLDPWD/words" || echo "not ok build"
cat docs/*.md docs/*/*.md | tr -cs A-Za-z '\n' | grep . | sort | uniq -c | LC_ALL=C sort -k1,1nr -k2 |
	awk '{ all += $1 } NR <= 12 { best = best "\n" sprintf("%7d %s", $1, $2) } END { print all " words, " NR " different" best }' >"$OLDPWD/wanted"
for n in 1 2 4; do
	CONC_PROCESSORS=$n "$OLDPWD/words" >"$OLDPWD/counted"
	diff "$OLDPWD/wanted" "$OLDPWD/counted" && echo "ok words on $n processors" || echo "not ok words on $n processors"
done
