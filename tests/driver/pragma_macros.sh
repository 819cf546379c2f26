#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# Pragmas that define macros: gcc before 14 carries them out where it compiles, not under -E. What is translated must be
# the branches that the compiler takes. Where the compiler knows no such pragma, both sides of a check are without them.
. "$CONC/tests/driver/common"

# seen: what the program sees; told: what comes out of a macro with dialect, whose expansion is written out.
cat >unit.c <<'END2'
#include <conc.h>
#include <stdio.h>
monitor m { int x; };
#define SET(a, value) _Conc_mutex (a) { a.x = value; }
#pragma GCC push_options
#pragma GCC target("avx2")
#ifdef __AVX2__
#define ONE 1
#else
#define ONE 0
#endif
#pragma GCC target("no-avx2") /* again
without it */
#ifdef __AVX2__
#define TWO 1
#else
#define TWO 0
#endif
#pragma GCC pop_options
#ifdef __AVX2__
#define THREE 1
#else
#define THREE 0
#endif
#pragma GCC \
optimize("O2")
#ifdef __OPTIMIZE__
#define FOUR 1
#else
#define FOUR 0
#endif
#line 100
#pragma GCC optimize("fast-math")
#ifdef __FAST_MATH__
#define FIVE 1
#else
#define FIVE 0
#endif
_Pragma("GCC reset_options")
#ifdef __OPTIMIZE__
#define SIX 1
#else
#define SIX 0
#endif
#define BEGIN _Pragma("GCC push_options") _Pragma("GCC optimize(\"Os\")")
BEGIN
#ifdef __OPTIMIZE_SIZE__
#define SEVEN 1
#else
#define SEVEN 0
#endif
_Pragma("GCC pop_options")
#include "begin.h"
#ifdef __AVX2__
#define EIGHT 1
#else
#define EIGHT 0
#endif
#include "end.h"
#ifdef __AVX2__
#define NINE 1
#else
#define NINE 0
#endif
static const int seen[] = { ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE };
int main(void)
{
	m a = { 0 };
	int told[9];
	SET(a, ONE) told[0] = a.x;
	SET(a, TWO) told[1] = a.x;
	SET(a, THREE) told[2] = a.x;
	SET(a, FOUR) told[3] = a.x;
	SET(a, FIVE) told[4] = a.x;
	SET(a, SIX) told[5] = a.x;
	SET(a, SEVEN) told[6] = a.x;
	SET(a, EIGHT) told[7] = a.x;
	SET(a, NINE) told[8] = a.x;
	for (int i = 0; i < 9; i++) printf("%d%s", seen[i], told[i] == seen[i] ? "" : "!");
	printf(" %s:%d\n", __FILE__, __LINE__);
}
END2
printf '#pragma GCC push_options\n#pragma GCC target("avx2")\n' >begin.h
echo '#pragma GCC pop_options' >end.h
# The same without dialect: what the compiler itself sees.
sed -e '/conc.h/d' -e 's/^monitor m { int x; };/typedef struct { int x; } m;/' -e 's/_Conc_mutex (a)//' unit.c >plain.c
mkdir -p folder && cp unit.c begin.h end.h folder

for cc in gcc clang; do
	export CONC_CC=$cc
	$cc -w plain.c -o program && ./program | sed 's/plain/unit/' >expected
	case $cc,$(uname -m) in gcc,x86_64) is "gcc sees the macros" "$(cut -d' ' -f1 expected)" 100110110 ;; esac
	is "$cc: a unit" "$(status "$concc" -w unit.c -o program; cat stderr; ./program)" "0
$(cat expected)"
	is "$cc: in a folder" "$(status "$concc" -w folder/unit.c -o program; cat stderr; ./program)" "0
$(sed 's,unit,folder/unit,' expected)"
	is "$cc: on standard input" "$("$concc" -w -xc - -o program <unit.c 2>&1; ./program)" "$(sed 's,unit.c,<stdin>,' expected)"
	is "$cc: with options" "$(status "$concc" -w -O2 -flto unit.c -o program; cat stderr; ./program)" \
		"$(echo 0; $cc -w -O2 -flto plain.c -o program; ./program | sed 's/plain/unit/')"
	is "$cc: the object of plain C" "$(status "$concc" -w -fconc -c plain.c -o ours.o; cat stderr; $cc -w -c plain.c -o theirs.o; cmp ours.o theirs.o)" 0
done

export CONC_CC=gcc
cat >branch.c <<'END2'
#pragma GCC target("avx2")
#pragma GCC optimize("O1")
#ifdef __OPTIMIZE__
int mutex(int task) { return task; }
#else
#error "not this one"
#endif
END2
is "the other branch is an error" "$(status "$concc" -fconc -c branch.c; cat stderr)" 0
printf '#pragma GCC optimize("O1")\n#ifdef __OPTIMIZE__\n#include <conc.h>\nmonitor m { int x; };\nint f(m *a) { mutex (a) return a->x; }\n#endif\n' >dialect.c
is "the dialect is in the branch" "$(status "$concc" -c dialect.c; cat stderr; nm dialect.o | grep -c ' T f$')" "0
1"
printf '#include <conc.h>\n#pragma GCC optimize("O1")\n#ifdef __OPTIMIZE__\nint f(int n) { mutex (n) return n; }\n#endif\n' >wrong.c
has "a mistake in the branch has its place" "$("$concc" -c wrong.c 2>&1)" "wrong.c:4:23: error: 'n' of type 'int'"
printf '#pragma GCC optimize("O1")\n' >first.h
is "a pragma in a file that -include names" "$(status "$concc" -include first.h -c wrong.c; grep -c 'wrong.c:4:23: error' stderr)" "1
1"
is "dependencies" "$("$concc" -MMD -c unit.c && tr -d "\\\\\n" <unit.d | sed "s,  */[^ ]*,,g" | tr -s " ")" "unit.o: unit.c begin.h end.h"
is "nothing is left in TMPDIR" "$(ls tmp)" ""
