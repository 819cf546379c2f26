#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: a minute
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
printf 'int a\303\251; int caf\303\251(void) { return a\303\251; }\n' >unit.c
text 'UTF-8 in names'
printf 'int b\357\277\275(void) { return 1; }\n' >unit.c
like_gcc 'a character that C23 has taken out of names, before it' -std=gnu17 -c unit.c
printf 'int a\r\n;\rint b;\v\f\032\n' >unit.c
text 'carriage returns and other blanks'
for open in '"' "'" '/*' '#if 1' '#include' '#include "' '#include <' '#define' '#define f(' '\' '??/' '#line' '#line 0 "' 'R"(' '#pragma' '%:' '_Pragma("'; do
	printf '%s' "int x; $open" >unit.c
	text "unfinished: $open"
	printf 'int x;\n%s' "$open" >unit.c
	text "unfinished on a line of its own: $open"
done
