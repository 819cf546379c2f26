#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: minutes
# Texts of many pieces, one within the other or one behind the other.
. "$CONC/tests/bad_input/common"

prepare() { cp ../unit.c .; }
# Each of this many pieces, which must not take long, nor the stack.
many() {	# many COUNT BEFORE PIECE BETWEEN END BEHIND
	perl -e 'my ($n, $before, $piece, $between, $end, $behind) = map { s/\\n/\n/gr } @ARGV;
		print $before, $piece x $n, $between, $end x $n, $behind, "\n"' "$@" >unit.c
}
FLAVOURS_HERE='plain -fconc'
SECONDS_AT_MOST=600	# also of a machine that does much else
while IFS='|' read -r what count before piece between end behind; do
	many "$count" "$before" "$piece" "$between" "$end" "$behind"
	like_gcc "$count of $what" -c unit.c
	(to_dialect && mkdir -p run.dialect && mv unit.c run.dialect)
	(cd run.dialect && timeout "$SECONDS_AT_MOST" "$concc" -c unit.c -o unit.o >../stdout 2>../stderr)
	status=$?
	case $status in
	0) is "$count of $what (dialect)" "$(ls run.dialect)" "$(printf 'unit.c\nunit.o')" ;;
	*) is "$count of $what (dialect): status $status" "$([ $status = 1 ] && grep -aq error stderr && ls run.dialect)" unit.c ;;
	esac
	is "$count of $what (dialect): no crash" "$(crashed stderr)" ''
	rm -rf run.dialect
done <<'EOF2'
open braces|10000|void f(void)|{|||
open braces at the start|10000||{|||
braces|10000|void f(void)|{|;|}|
open parentheses|10000|int x = |(|||
parentheses|10000|int x = |(|1|)|;
open brackets|10000|int x|[|||
indices|10000|int a[1]; int f(void) { return |a[|0|]|; }
ifs|10000|void f(int x) { |if (x) |;||}
elses|5000|void f(int x) { |if (x) ; else |;||}
commas|10000|int f(int x) { return |x, |x||; }
additions|10000|int f(int x) { return |x + |x||; }
signs|10000|int f(int x) { return |- |x||; }
choices|5000|int f(int x) { return |x ? x : |x||; }
initialisers|10000|int a[] = { |1, |||};
braces of an initialiser|1000|int a[] = |{|1|}|;
stars|10000|int |*|p||;
conditional groups|10000||#if 1\n|int x;\n|#endif\n|
open conditional groups|10000||#if 1\n|||
closing brackets|10000||)|||
words|10000||int |||
words of ours|2000||mutex |||
statements of ours that are open|2000|void f(int x) { |mutex (|||
open braces|100000|void f(void)|{|||
parameters|2000|void f(|int, |int||);
lines|100000||\n|int x;||
splices|10000|int |\\n|x;||
EOF2
