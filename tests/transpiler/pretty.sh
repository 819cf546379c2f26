#!/bin/sh
# SPDX-License-Identifier: MIT
# each: ../../examples/*.c ../*/picture.c ../separate/lowered*[!t].c ../macro/*.c ../words/*.c
# one in 16: it takes long
# needs: objdump
# reads: concc libraries examples tests
# --emit-c=pretty prints what --emit-c prints, in another layout: the same tokens at the same lines, __LINE__ and CONC_HERE
# with them; no line over 120 columns that the author has not written and that is no call of a macro; no warning, even of
# -Wpedantic; the same debug lines in the author's functions. The examples print what they must.
. "$CONC/tests/notes"
: "${CLANG:=clang}" "${CONCC:=$CONC/build/concc}"
name=${1##*/} file=$CONC/tests/transpiler/$1
folder=$(cd "${file%/*}" && pwd)
file=$folder/$name
flags="-std=gnu17 $(note "$file" flags)"
# shellcheck disable=SC2086
plain=$(echo $flags | sed 's/-[Wf][^ ]*conc-[^ ]*//g')
paths="-iquote $folder -iquote ${file%.c} -I$CONC/libconc/include"

is() { if [ "$2" = "$3" ]; then echo "ok - $name: $1"; else printf 'not ok - %s: %s: got\n%s\ninstead of\n%s\n' "$name" "$1" "$2" "$3"; fi; }
emit() {	# emit FOLDER OPTION …: unit.c in it
	mkdir -p "$1"; to=$1/unit.c; shift
	# shellcheck disable=SC2086
	(cd "$folder" && "$CONCC" $paths $flags "$@" "$name") >"$to" 2>said
}
tokens() { sed 's/^# .*//' | tr -d ' \t\n'; }
preprocessed() {	# preprocessed COMPILER FOLDER: all tokens, macros expanded, without blanks
	# shellcheck disable=SC2086
	(cd "$2" && $1 -E -P $plain $paths unit.c) | tokens
}
lines() {	# lines COMPILER FOLDER: the lines of the code of the author's functions, in its order. Inline functions stay functions
	# shellcheck disable=SC2086
	(cd "$2" && $1 -w -g -O0 -D__always_inline__=__unused__ $plain $paths -c unit.c -o unit.o && objdump -d -l --no-show-raw-insn unit.o) |
		awk -v here="$PWD/$2/" '/file format/ { next } /^[0-9a-f]+ <.*>:/ { name = $2 }
			/^[^ ].*:[0-9]+( \(discriminator [0-9]+\))?$/ && name !~ /<conc_/ && !/libconc\/include/ {
				sub(/ \(disc.*/, ""); sub(here, ""); print name, $0 }' | uniq
}
wide() {	# wide FILE: its lines of more than 120 columns
	LC_ALL=C awk '{ line = $0; gsub(/[\200-\277]/, ""); columns = 0; n = split($0, part, "\t")
		for (i = 1; i <= n; i++) { columns += length(part[i]); if (i < n) columns += 8 - columns % 8 }
		if (columns > 120) print line }' "$1"
}

emit plain --emit-c || { echo "ok - # SKIP $name is not for gcc"; exit; }
emit pretty --emit-c=pretty
is "no message" "$(cat said)" ""
grep -q '^# [0-9]* ".*stddef.h" ' plain/unit.c && { is "preprocessed text stays" "$(cmp plain/unit.c pretty/unit.c)" ""; exit; }
for cc in gcc "$CLANG"; do
	command -v "$cc" >/dev/null || { echo "ok - # SKIP $cc is not installed"; continue; }
	is "$cc: the same tokens" "$(preprocessed "$cc" pretty | sha1sum)" "$(preprocessed "$cc" plain | sha1sum)"
	lines "$cc" plain >plain.lines; lines "$cc" pretty >pretty.lines
	is "$cc: the same debug lines" "$(diff plain.lines pretty.lines | head -n 5)" ""
	for layout in plain pretty; do
		# shellcheck disable=SC2086
		$cc -O2 -Wall -Wextra -Wshadow -Wpedantic $plain $paths -c $layout/unit.c -o unit.o 2>&1 | grep -c ': warning: \|error: ' >$layout.count
	done
	is "$cc: no other warnings" "$(cat pretty.count)" "$(cat plain.count)"
done
cat "$file" "$folder"/*.h "${file%.c}"/* 2>/dev/null >authors
is "no line is too long" "$(wide pretty/unit.c | grep -vxF -f authors | grep -v 'CONC_[A-Z_0-9]*(')" ""

out=$folder/expected/${name%.c}.out
[ -f "$out" ] || exit 0
args=; [ ! -f "${out%.out}.args" ] || args=$(cat "${out%.out}.args")
environment=; [ ! -f "${out%.out}.env" ] || environment=$(cat "${out%.out}.env")
# shellcheck disable=SC2086
gcc -O2 $plain $paths -pthread pretty/unit.c "$CONC/build/libconc.a" -o pretty.exe -lm
# shellcheck disable=SC2086
is "it prints the same" "$(here=$PWD; cd "$CONC" && eval "set -- $args" && env $environment "$here/pretty.exe" "$@" </dev/null | sha1sum)" "$(sha1sum <"$out")"
