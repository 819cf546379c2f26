#!/bin/sh
# SPDX-License-Identifier: MIT
# Texts that are no C, or too much of it.
. "$CONC/tests/bad_input/common"

prepare() { cp ../unit.c .; }
text() {	# text WHAT: unit.c, compiled
	like_gcc "$1" -c unit.c
}
: >unit.c
text 'an empty file'
printf '\n' >unit.c
text 'a newline'
printf 'int x;' >unit.c
text 'no newline at the end'
printf '\357\273\277int x;\n' >unit.c
FLAVOURS_HERE='plain -fconc'
text 'a byte order mark'
unset FLAVOURS_HERE
printf '\377\376i\0n\0t\0 \0x\0;\0\n\0' >unit.c
text 'UTF-16'
perl -e 'srand 7; print pack "C*", map { int rand 256 } 1 .. 30000' >unit.c
text 'random bytes'
head -c 100000 "$(command -v gcc)" >unit.c
text 'a program'
echo 'int f(void) { return 1; }' >f.c && gcc -c f.c && head -c 300 f.o >unit.c
text 'half an object'
printf 'int x;\0int y;\n' >unit.c
text 'NUL in code'
printf 'char *s = "a\0b"; // \0\n/* \0 */ int x = '"'\\\\0'"';\n' >unit.c
text 'NUL in strings and comments'
printf 'char *s = "\377\376"; // \303\n' >unit.c
text 'invalid UTF-8 in strings and comments'
printf 'int \377\377; int a\303; \n' >unit.c
text 'invalid UTF-8 in code'
printf 'int a\303\251, b\357\277\275; int caf\303\251(void) { return a\303\251; }\n' >unit.c
text 'UTF-8 in names'
printf 'int a\r\n;\rint b;\v\f\032\n' >unit.c
text 'carriage returns and other blanks'
for open in '"' "'" '/*' '#if 1' '#include' '#include "' '#include <' '#define' '#define f(' '\' '??/' '#line' '#line 0 "' 'R"(' '#pragma' '%:' '_Pragma("'; do
	printf '%s' "int x; $open" >unit.c
	text "unfinished: $open"
	printf 'int x;\n%s' "$open" >unit.c
	text "unfinished on a line of its own: $open"
done

# Each of this many pieces, which must not take long, nor the stack.
many() {	# many COUNT BEFORE PIECE BETWEEN END BEHIND
	perl -e 'my ($n, $before, $piece, $between, $end, $behind) = map { s/\\n/\n/gr } @ARGV;
		print $before, $piece x $n, $between, $end x $n, $behind, "\n"' "$@" >unit.c
}
FLAVOURS_HERE='plain -fconc'
while IFS='|' read -r what count before piece between end behind; do
	many "$count" "$before" "$piece" "$between" "$end" "$behind"
	like_gcc "$count of $what" -c unit.c
	(to_dialect && mkdir -p run.dialect && mv unit.c run.dialect)
	(cd run.dialect && timeout 60 "$concc" -c unit.c -o unit.o >../stdout 2>../stderr)
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
unset FLAVOURS_HERE
perl -e 'print "int x = ", "1 + " x 2500000, "1;\n"' >unit.c
FLAVOURS_HERE='plain -fconc'
like_gcc 'a line of 10 MB' -fsyntax-only unit.c
perl -e 'print "char *s = \"", "x" x 10000000, "\";\n"' >unit.c
unset FLAVOURS_HERE
like_gcc 'a string of 10 MB' -c unit.c
perl -e 'print "/*", "x" x 10000000, "*/ int x;\n"' >unit.c
like_gcc 'a comment of 10 MB' -c unit.c
perl -e 'print "int ", "x" x 1000000, ";\n"' >unit.c
like_gcc 'a name of 1 MB' -c unit.c
