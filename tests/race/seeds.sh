#!/bin/sh
# SPDX-License-Identifier: MIT
# each: *.c
# one in 6: they take long
# reads: translator libraries
# Each program here under seeds, by gcc and clang: with -DRACE one of 20 seeds reports a data race, without it none does.
# A program whose head says "Stops with: MESSAGE" has no data race: with -DRACE one of the seeds stops with that instead.
# Arguments: some of them; FOLDER: where they are; SEEDS.
cd "$(dirname "$0")/${FOLDER:-.}" || exit 1
top=${CONC:-$(cd ../.. && pwd)}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT INT TERM
unset CONC_PROCESSORS
[ $# -gt 0 ] || set -- *.c
for file; do
	name=${file%.c} fails='a data race' message='data race: '
	stops=$(sed -n 's,^// Stops with: ,,p' "$file")
	[ -z "$stops" ] || { fails=Aborted; message=$stops; }
	for race in '' -DRACE; do
		# the kernel thread's access is not seen: races are no longer looked for (docs/reference/schedules.md)
		[ "$name$race" != pthread_mutex-DRACE ] || continue
		for cc in gcc "${CLANG:-clang}"; do
			what="$name${race:+, a race}, $cc"
			CONC_CC=$cc "${CONCC:-$top/build/concc}" -std=gnu17 -g -O1 -fconc-schedules $race "$file" -o "$dir/exe" 2>"$dir/log" ||
				{ cat "$dir/log"; echo "not ok - $what: does not build"; continue; }
			CONC_SCHEDULE=explore:${SEEDS:-20} timeout 300 "$dir/exe" >"$dir/log" 2>&1
			status=$?
			if [ "$race" ]; then
				[ $status = 1 ] && grep -qF "conc: $message" "$dir/log" && grep -q "fails, the first of .*: $fails\$" "$dir/log"
			else
				{ [ $status = 0 ] || [ $status = 3 ]; } && ! grep -q 'conc: data race: ' "$dir/log"
			fi && echo "ok - $what" || { head -n 40 "$dir/log"; echo "not ok - $what: status $status"; }
		done
	done
done
