#!/bin/sh
# SPDX-License-Identifier: MIT
# gcov counts the lines of the constructs as it counts those of C; `// stop N` in walk.c says how often.
here=$CONC/tests/positions
# shellcheck source=SCRIPTDIR/../driver/common
. "$CONC/tests/driver/common"
cp "$here/walk.c" .
for flags in '-O0' '-O0 -g -fprofile-abs-path'; do
	rm -f ./*.gc*
	# shellcheck disable=SC2086
	CONC_CC=gcc "$concc" --coverage $flags -c walk.c && CONC_CC=gcc "$concc" --coverage walk.o -o walk
	CONC_PROCESSORS=1 ./walk >/dev/null
	gcov -b walk.gcda >summary 2>&1
	awk -F: '/^ *[-#=0-9*]*: *[0-9]+:/ { count = $1; gsub(/[ *]/, "", count); line = $2 + 0 }
		/\/\/ stop [0-9#]/ { wanted = $0; sub(/.*stop /, "", wanted); if (count != wanted) print "line " line ": " count " instead of " wanted }' walk.c.gcov >wrong
	is "$flags: lines are counted" "$(cat wrong)" ''
	has "$flags: of the author's file" "$(grep -A1 walk.c summary)" 'Lines executed:9'
	# a branch of an `if` is counted once for each way
	is "$flags: branches of an if" "$(awk '/if \(got > 100\)/ { here = 1; next } /^branch/ && here { n++ } /^ *[-#0-9*]*:/ { here = 0 } END { print n + 0 }' walk.c.gcov)" 2
	is "$flags: functions" "$(grep '^function [a-z]' walk.c.gcov | grep -v 'function conc_[^mrd]\|function conc_run' | cut -d' ' -f2 | sort -u | tr '\n' ' ')" \
		'conc_destroy_counter conc_main_worker conc_receive_counter__add deposit main plain square '
done
