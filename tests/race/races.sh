#!/bin/sh
# SPDX-License-Identifier: MIT
# each: *.c
# one in 6: they take long
# Each program here under ThreadSanitizer, gcc's and clang's, on 1, 2 and 4 processors: with -DRACE
# there must be a report, without it none. Two accesses at the very same moment are missed by the sanitizer, which
# looks and then writes what it remembers: so a race gets three tries where there are several processors.
# docs/reference/memory_model.md is what they check.
# Arguments: some of them; FOLDER: where they are.
cd "$(dirname "$0")/${FOLDER:-.}" || exit 1
top=${CONC:-$(cd ../.. && pwd)}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT INT TERM
unset CONC_PROCESSORS
[ -f "$top/build/tsan/libconc.a" ] || { echo "not ok - no build/tsan/libconc.a: make libraries"; exit 1; }
as_expected() {	# does the program say on $n processors what it must?
	TSAN_OPTIONS="halt_on_error=0 exitcode=66 atexit_sleep_ms=0" CONC_PROCESSORS=$n timeout 120 "$dir/exe" >"$dir/log" 2>&1
	status=$?
	if [ "$race" ]; then
		[ $status = 66 ] && grep -q 'ThreadSanitizer: data race\|ThreadSanitizer: heap-use-after-free' "$dir/log"
	else
		[ $status = 0 ] && ! grep -q ThreadSanitizer "$dir/log"
	fi
}
[ $# -gt 0 ] || set -- *.c
for file; do
	name=${file%.c}
	for race in '' -DRACE; do
		# no data race, but a misuse that the runtime reports: seeds.sh looks for that
		[ -z "$race" ] || ! grep -q '^// Stops with: ' "$file" || continue
		"${CONCC:-$top/build/concc}" -std=gnu17 -g $race --emit-c "$file" >"$dir/c.c" ||
			{ echo "not ok - $name $race: concc"; continue; }
		for cc in gcc "${CLANG:-clang}"; do
			[ "$cc" = gcc ] || [ "${COMPILERS:-}" != gcc ] || continue
			what="$name${race:+, a race}, $cc"
			$cc -std=gnu17 -g -O1 -fsanitize=thread -pthread -I"$top/libconc/include" -iquote . $race "$dir/c.c" \
				"$top/build/tsan/libconc.a" -o "$dir/exe" 2>"$dir/log" ||
				{ cat "$dir/log"; echo "not ok - $what: does not build"; continue; }
			bad=
			for n in 1 2 4; do
				as_expected || { [ "$race" ] && [ $n -gt 1 ] && { as_expected || as_expected; }; } || { bad="$bad $n"; head -n 40 "$dir/log"; echo "status $status, $n processors"; }
			done
			[ -z "$bad" ] && echo "ok - $what" || echo "not ok - $what: on$bad processors"
		done
	done
done
