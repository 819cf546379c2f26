#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: a minute
# takes: small/*.c
# C of our own through concc in the ways of tests/real/run: the programs of small/, and every text of
# tests/grammar that the compiler takes.
#
# "// flags: …", "// back ends: gcc" and "// ways: conc" (conc.h wants C99) may stand among a program's first
# lines; it prints something.
: "${CONC:=$(cd "$(dirname "$0")/../.." && pwd)}"
. "$CONC/tests/driver/common"
small=$CONC/tests/real/small
dialect="-include $CONC/tests/real/dialect.h"
note() { sed -n "1,3s,^// $2: ,,p" "$1"; }

# way BACK-END WAY SOURCE: builds and runs it
way() {
	case $2 in plain) set -- "$@" "$1" ;; conc) set -- "$@" "$concc -fconc" ;; lowered) set -- "$@" "$concc -fconc $dialect" ;; esac
	# shellcheck disable=SC2046,SC2086
	CONC_CC=$1 $4 -O0 -w $(note "$3" flags) "$3" -o "$2.exe" -lm 2>err && ./"$2.exe" && return
	status=$?
	cat err
	return $status
}
sh "$small/words" >words.c
for source in words.c "$small"/*.c; do
	name=$(basename "$source" .c) backends=$(note "$source" 'back ends') ways=$(note "$source" ways)
	for backend in ${backends:-gcc clang}; do
		way "$backend" plain "$source" >plain.out 2>&1
		is "$name, $backend: it runs" "$? $([ -s plain.out ] && echo printed)" '0 printed'
		for w in ${ways:-conc lowered}; do
			way "$backend" $w "$source" >$w.out 2>&1
			is "$name, $backend, $w" "$(diff plain.out $w.out | head -n 20)" ''
		done
	done
	# shellcheck disable=SC2046
	"$concc" -fconc -w $(note "$source" flags) -c "$source" -o conc.o
	# shellcheck disable=SC2046
	gcc -D__CONC__=1 -pthread -w $(note "$source" flags) -c "$source" -o plain.o
	yes_if "$name: without dialect it is the compiler's own object" cmp -s plain.o conc.o
done

# One unit for each text without a node of the dialect; what the compiler refuses is left out.
mkdir texts
awk -v FS='\n' '
	FNR == 1 { kind = FILENAME ~ /kw/ ? "[|]" : ": " }
	/^#/ || !length { next }
	kind == ": " && match($0, /^[a-z_0-9A-Z]+: /) { print substr($0, RLENGTH + 1) > "texts/" substr($0, 1, RLENGTH - 2) ".c"; next }
	kind != ": " && split($0, part, "|") > 2 && part[2] == "" && part[3] != "" { print substr($0, length(part[1]) + 3) > "texts/kw_" part[1] ".c" }
' "$CONC/tests/grammar/gnu.txt" "$CONC/tests/grammar/gnu_more.txt" "$CONC/tests/grammar/kw.txt" "$CONC/tests/grammar/kw_more.txt"
cd texts || exit 1
accepted() {	# accepted COMMAND …: which of the units it takes; one process for all
	LC_ALL=C "$@" -fsyntax-only -w ./*.c 2>&1 | sed -n 's,^\./\([a-z_0-9A-Z]*\.c\):.*error:.*,\1,p' | sort -u >../refused
	for f in *.c; do grep -qx "$f" ../refused || echo "$f"; done
}
for f in $(accepted gcc); do mv "$f" "$f.kept"; done
rm -f ./*.c
for f in *.kept; do mv "$f" "${f%.kept}"; done
count=$(ls | wc -l)
yes_if "there are texts enough: $count" [ "$count" -gt 200 ]
is 'texts, conc' "$("$concc" -fconc -fsyntax-only -w ./*.c 2>&1 | head -n 20)" ''
rm -f [!k]*.c k[!w]*.c	# lowering takes longer: those with words of the dialect
for f in $(accepted gcc -D_GNU_SOURCE "-I$CONC/libconc/include" -include conc.h); do mv "$f" "$f.kept"; done
rm -f ./*.c
for f in *.kept; do mv "$f" "${f%.kept}"; done
count=$(ls | wc -l)
yes_if "there are texts enough beside conc.h: $count" [ "$count" -gt 25 ]
# shellcheck disable=SC2086
is 'texts, lowered' "$("$concc" -fconc $dialect -fsyntax-only -w ./*.c 2>&1 | head -n 20)" ''
