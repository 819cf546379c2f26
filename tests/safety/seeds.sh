#!/bin/sh
# SPDX-License-Identifier: MIT
# each: racy/*.c clean/*.c
# one in 6: they take long
# reads: translator libraries
# Each program under seeds: a race is found within 200 of them, and the report names lines that the program marks; a clean one is
# clean, and draws no hint. Arguments: some of them; SEEDS: how many for a clean one (20).
cd "$(dirname "$0")" || exit 1
top=${CONC:-$(cd ../.. && pwd)}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT INT TERM
unset CONC_PROCESSORS
[ $# -gt 0 ] || set -- racy/*.c clean/*.c
for file; do
	"${CONCC:-$top/build/concc}" -std=gnu17 -g -O0 -w -fconc-schedules "$file" -o "$dir/exe" 2>"$dir/log" ||
		{ cat "$dir/log"; echo "not ok - $file: does not build"; continue; }
	case $file in clean*) seeds=${SEEDS:-20} ;; *) seeds=200 ;; esac
	CONC_SCHEDULE=explore:$seeds timeout 300 "$dir/exe" >"$dir/log" 2>&1
	status=$?
	case $file in
	clean*) [ $status = 0 ] && ! grep -q 'data race\|conc: hint' "$dir/log" ;;
	*)
		[ $status = 1 ] && grep -q 'fails, the first of .*: a data race$' "$dir/log" &&
			sed -nE 's/^[^ :]*:([0-9]+): conc: (data race: |  .* nothing orders the two$).*/\1p/p' "$dir/log" >"$dir/lines" &&
			[ "$(wc -l <"$dir/lines")" -ge 2 ] && ! sed -n -f "$dir/lines" "$file" | grep -qv '/\* races \*/$'
		;;
	esac && echo "ok - $file" || { head -n 40 "$dir/log"; echo "not ok - $file: status $status"; }
done
