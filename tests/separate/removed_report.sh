#!/bin/sh
# SPDX-License-Identifier: MIT
# What --report=sync says of removed.c, line for line, and the forms of the option.
here=$CONC/tests/separate
same() {	# same EXPECTED ACTUAL WHAT
	if cmp -s "$1" "$2"; then echo "ok - $3"; return; fi
	[ -z "${ACCEPT:-}" ] || { cp "$2" "$1"; return; }
	echo "not ok - $3"
	diff -u "$1" "$2"
}
cp "$here/removed.c" .
"$CONCC" --report=sync removed.c >report 2>&1
same "$here/removed.report" report "the report"
"$CONCC" --report=sync removed.c -o file.report
same report file.report "into a file"
[ ! -e a.out ] && [ ! -e removed.o ] && echo "ok - nothing is compiled" || echo "not ok - something is compiled"
"$CONCC" -fconc-separate=qoq --report=sync removed.c | grep -c ': removed: ' >count
echo 0 >none
same none count "nothing is removed without the analysis"
echo 'int main(void) { return 0; }' >plain.c
"$CONCC" --report=sync plain.c >empty
same /dev/null empty "of plain C there is nothing to report"
if "$CONCC" --report=sink removed.c 2>message; then echo "not ok - no such report"; else echo "ok - no such report"; fi
echo "concc: error: there is --report=sync, but no --report=sink" >said
same said message "which is said"
