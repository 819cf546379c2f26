#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: concc libraries tests/macro Makefile
# What --emit-c prints: the author's text, but for the dialect.
. "$CONC/tests/driver/common"

"$concc" --emit-c bank.c >lowered.c
is "it names the author's file first" "$(head -n 1 lowered.c)" '#line 1 "bank.c"'
is "lines without dialect are untouched" "$(tail -n +2 lowered.c | diff - bank.c | grep -c '^>')" 4
is "the number of lines stays" "$(($(wc -l <lowered.c) - 1))" "$(wc -l <bank.c)"
"$concc" --emit-c bank.c -o other.c
yes_if "-o" cmp -s lowered.c other.c
is "twice the same" "$("$concc" --emit-c bank.c | cmp - lowered.c && echo same)" same
is "plain C is printed as it is" "$("$concc" --emit-c plain.c | cmp - plain.c && echo same)" same
is "an error prints nothing" "$(status "$concc" --emit-c wrong.c; wc -c <stdout)" "1
0"

is "no such file" "$(status "$concc" --emit-c nosuch.c; cat stdout stderr)" "1
concc: error: nosuch.c: No such file or directory"
is "no file" "$(status "$concc" --emit-c; cat stdout stderr)" "1
concc: fatal error: no input files
compilation terminated."

# Odd texts: byte order mark, CR LF, no newline at the end, form feed, UTF-8, trigraph-like strings.
printf '\357\273\277#include <conc.h>\r\nmonitor m { int n; };\r\nint f(m * mutex a) { return a->n; /* \303\244 */ }\r\nconst char *t = "??x";' >odd.c
is "odd texts" "$(status "$concc" -c odd.c; cat stderr)" 0
is "CR LF stays" "$("$concc" --emit-c odd.c | tail -n 1)" 'const char *t = "??x";'
is "and line ends" "$("$concc" --emit-c odd.c | grep -c "$(printf '\r')")" 3

# #line in the author's text, as yacc writes it.
sed '4i #line 100 "bank.y"' bank.c >lex.c
is "#line of the author's own" "$("$concc" lex.c -o lex; ./lex)" "42 bank.y:111"
is "is no reason to leave his text" "$("$concc" --emit-c lex.c | grep -c 'include <stdio.h>')" 1
{ sed -n 1,3p bank.c; echo 'monitor account { int balance }; '; } >err.c; sed -i '4i #line 100 "bank.y"' err.c
has "an error names what #line says" "$("$concc" -c err.c 2>&1)" "bank.y:100:"

# Headers.
mkdir -p lib/in
printf '#pragma once\n#include "in/value.h"\n#include "number.h"\nmonitor box { number n; };\nstatic inline number get(box * mutex b) { return b->n + VALUE; }' >lib/box.h
printf '#define VALUE 1\n' >lib/in/value.h
printf 'typedef int number;\n' >lib/number.h
printf '#include "lib/box.h"\nstatic int again(box *b) { return get(b); }\n' >user.h
printf '#include <conc.h>\n#include "lib/box.h"\n#include "user.h"\n#include "lib/box.h"\nint main(void) { box b = { 4 }; return again(&b) + __LINE__; }\n' >main.c
is "a header with dialect, #pragma once, by two ways" "$(status "$concc" -Wall -Wextra -Wpedantic -Werror main.c -o main; cat stderr; status ./main)" "0
10"
mkdir -p deep/er; cp main.c deep/er/; 
is "found by -I" "$(status "$concc" -I. deep/er/main.c -o main; cat stderr; status ./main)" "0
10"
is "the emitted text stands on its own" "$("$concc" --emit-c main.c >e.c; status gcc -I"$CONC/libconc/include" -c e.c; cat stderr)" 0
is "with clang too, without a warning" "$(status clang -Wall -Wextra -Wpedantic -Werror -I"$CONC/libconc/include" -c e.c; cat stderr)" 0
printf '#include "lib/box.h"\n' >pre.h
is "by -include" "$(printf 'int f(box * mutex b) { return get(b); }\n' >p.c; status "$concc" -include conc.h -include lib/box.h -c p.c; cat stderr)" 0

# Macros: where an edit would change what a macro does with its argument, the call gives way to its expansion.
cat >macro.c <<'EOF'
#include <conc.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>
#define TWICE(x) do { x; x; } while (0)
#define SHOW(x) (x, puts(#x))
#define BEGIN(m) mutex (m) {
#define END }
monitor m { int n; };
int main(void)
{
	m a = { 0 };
	TWICE(mutex (a) a.n++);
	BEGIN(a) a.n += 10; END
	SHOW(({ mutex (a) a.n += 100; }));
	assert(({ int k; mutex (a) k = a.n; k; }) == 112);
	printf("%d %d\n", a.n, __LINE__);
}
EOF
is "macros around dialect" "$(status "$concc" macro.c -o macro; cat stderr; ./macro)" "0
({ mutex (a) a.n += 100; })
112 17"
is "leave the other lines alone" "$("$concc" --emit-c macro.c | sed -n '2,9p;11,12p;18,19p' | diff - macro.c | grep -c '^<')" 0
is "and do so with clang" "$(CONC_CC=clang "$concc" macro.c -o macro; ./macro)" "({ mutex (a) a.n += 100; })
112 17"
printf '#include <conc.h>\n#define f(x) f(x + 1); mutex (m) (void)0\nextern conc_mutex m;\nvoid (f)(int);\nvoid g(void) { f(1); }\n' >self.c
is "a macro that names itself is compiled from the preprocessed text" "$(status "$concc" -v -c self.c; grep -c 'compiled from its preprocessed text' stderr; nm self.o | grep -c ' U f$')" "0
1
1"
is "nothing is left in TMPDIR" "$(ls tmp)" ""
