#!/bin/sh
# SPDX-License-Identifier: MIT
# each: *.c
# one in 8: they take long
# reads: concc, libraries, tests/leaks
# Builds and runs each kernel with CONC_DEBUG=1. The report at its end must name every line that ends in "stays", and no
# other line at which a thread waits. The programs in `whole` stop with the report of a blocked program, the others end
# with status 0. Run by hand, the last line counts:  tests/leaks/kernels/run.sh [NAME.c …]
cd "$(dirname "$0")" || exit 1
top=${CONC:-$(cd ../../.. && pwd)}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT INT TERM
export LC_ALL=C CONC_DEBUG=1

places() {	# places NAME: the lines of the report at which something waits
	sed -n "s/^  .*[^(]$1\.c:\([0-9]*\)$/\1/p" "$dir/err" | sort -u
}
complain() {
	failed=yes
	echo "not ok - $name: $1"
	cat "$dir/err"
}
check() {	# check NAME: does it end as it must, and say where threads stay?
	failed=
	"${CONCC:-$top/build/concc}" -std=gnu17 -Wall -Wextra "$1.c" -o "$dir/exe" 2>"$dir/err" && [ ! -s "$dir/err" ] ||
		{ complain "does not compile without a warning"; return; }
	timeout 60 "$dir/exe" >"$dir/out" 2>"$dir/err"
	status=$?
	if grep -qx "$1" whole; then
		grep -q '^conc: every thread is blocked' "$dir/err" || complain "status $status, and not every thread is blocked"
	else
		[ $status = 0 ] || complain "status $status"
	fi
	grep -n '/\* stays \*/$' "$1.c" | cut -d: -f1 | sort -u >"$dir/marked"
	places "$1" >"$dir/named"
	cmp -s "$dir/marked" "$dir/named" ||
		complain "not named: $(comm -23 "$dir/marked" "$dir/named" | tr '\n' ' '); named and not marked: $(comm -13 "$dir/marked" "$dir/named" | tr '\n' ' ')"
}
[ $# -gt 0 ] || set -- *.c
right=0 all=0
for file; do
	name=${file%.c} all=$((all + 1))
	check "$name"
	[ "$failed" ] || { right=$((right + 1)); echo "ok - $name"; }
done
[ -n "${CONC:-}" ] || echo "# $right of $all: the report names every place at which a thread stays, and no other"
