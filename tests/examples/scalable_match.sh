#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/scalable_match.c finds what grep -FHb finds: in the documents, in all sources of the translator, and in itself.
cd "$CONC" || exit 1
"$CONCC" -O2 examples/scalable_match.c -o "$OLDPWD/match" || echo "not ok build"
try() {	# try STRING FILE …
	grep -FHb "$@" >"$OLDPWD/wanted"
	for n in 1 2 4; do
		CONC_PROCESSORS=$n "$OLDPWD/match" "$@" >"$OLDPWD/found"
		cmp "$OLDPWD/wanted" "$OLDPWD/found" && echo "ok '$1' on $n processors" || echo "not ok '$1' on $n processors"
	done
}
try mutex docs/*.md docs/*/*.md
try e transpiler/*/*.c
try 'no line has this, but one' examples/scalable_match.c tests/examples/scalable_match.sh
