#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: core files, perf and rr need rights that not every machine gives
# What docs/reference/tools.md promises of core files, perf and rr.
. "$CONC/tests/driver/common"
here=$CONC/tests/docs/tools
mkdir -p work && cd work || exit 1	# the runner has an out and a log, too
unset DEBUGINFOD_URLS
right='sums 5050 5050 7 55'
"$concc" -g "$here/right.c" -o right && "$concc" -w -g "$here/wrong.c" -o wrong || exit 1

if there gdb; then
	export CONC_PROCESSORS=1
	if [ "$(cat /proc/sys/kernel/core_pattern)" = core ] && sh -c 'ulimit -c unlimited' 2>/dev/null; then
		rm -f core core.*
		(ulimit -c unlimited && ./wrong a) >out 2>&1
		timeout 60 gdb -nx -q -batch -ex bt wrong core* >log 2>&1
		has "gdb: a core file" "$(cat log)" "use (what=97 'a', in="
	else
		skip "core files go elsewhere here, or are forbidden"
	fi
	unset CONC_PROCESSORS
fi
if there perf; then
	if perf record -q --call-graph dwarf -o perf.data true 2>/dev/null; then
		perf record -q --call-graph dwarf -o perf.data ./right >out 2>log
		is "perf record" "$(cat out)" "$right"
	else
		skip "perf may not record here"
	fi
fi
if there rr; then
	if rr record -o trace_of_true true >/dev/null 2>&1; then
		rr record -o trace ./right >out 2>log && rr replay -a trace >out 2>log
		is "rr: record and replay" "$(cat out)" "$right"
	else
		skip "rr finds no performance counters here"
	fi
fi
