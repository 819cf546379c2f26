#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# Macros and pragmas whose meaning depends on where they stand: in a unit with dialect they mean what they mean in plain C.
. "$CONC/tests/driver/common"

# The same program with the dialect, and without: the words become nothing.
printf '#define monitor struct\n#define mutex(m)\n#define _Conc_mutex(m)\n' >none.h
both() {
	sed -e 's/^#include <conc.h>/#include "none.h"/' -e 's/^monitor \([a-z]*\)/typedef struct \1 \1; &/' "$1.c" >plain.c
	$CONC_CC -w -include stdio.h plain.c -o plain && ./plain | sed "s/plain\.c/$1.c/g" >expected
	is "$CONC_CC: $1: $2" "$(status "$concc" -include stdio.h "$1.c" -o "$1"; cat stderr; ./"$1")" "0
$(cat expected)"
}

cat >counter.c <<'EOF'
#include <conc.h>
monitor box { int x; };
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define NEXT __COUNTER__
#define SET(a) _Conc_mutex (a) { int JOIN(v, NEXT) = 5; a.x += JOIN(v, 1) * 10; }
#define ADD(a, n) _Conc_mutex (a) { a.x += n; }
int first = __COUNTER__;
int main(void)
{
	box a = { 0 };
	SET(a)
	int second = __COUNTER__;
	mutex (a) { a.x += __COUNTER__ * 100; }
	ADD(a, __COUNTER__ * 1000)
	printf("%d %d %d %d\n", first, second, a.x, __COUNTER__);
}
EOF
cat >deep.h <<'EOF'
static int deep = __INCLUDE_LEVEL__;
EOF
cat >level.h <<'EOF'
monitor box { int x; };
#include "deep.h"
static int level = __INCLUDE_LEVEL__;
#define SET(a) _Conc_mutex (a) { a.x = __INCLUDE_LEVEL__; }
static int get(box *a) { mutex (*a) return a->x + 10 * __INCLUDE_LEVEL__; }
static const char *file = __FILE__, *base = __BASE_FILE__;
#if __INCLUDE_LEVEL__ == 1
static int seen = 1;
#else
static int seen = 0;
#endif
EOF
cat >level.c <<'EOF'
#include <conc.h>
#include "level.h"
int main(void)
{
	box a = { 7 };
	int before = get(&a);
	SET(a)
	printf("%d %d %d %d %d %d %s %s %s\n", deep, level, before, get(&a), seen, __INCLUDE_LEVEL__, file, base, __BASE_FILE__);
}
EOF
cat >stack.c <<'EOF'
#include <conc.h>
monitor box { int x; };
#pragma push_macro("W")
#define W 1
#define SET(a) _Conc_mutex (a) { a.x = W; }
#pragma push_macro("W")
#undef W
#define W 2
static int f(box *p) { mutex (*p) return W; }
static int g(void) { box a = { 0 }; SET(a) return a.x; }
#pragma pop_macro("W")
static int h(void) { box a = { 0 }; SET(a) return a.x; }
#pragma GCC poison strcpy
#ident "picture"
#if defined __has_attribute && __has_attribute(target) && __has_include("deep.h") && !__has_include("none at all.h")
#define HAS 1
#else
#define HAS 0
#endif
int main(void)
{
	box a = { HAS }, b = { 0 };
	mutex (a) printf("%d %d %d %d\n", f(&b), g(), h(), a.x);
}
EOF
cat >which.c <<'EOF'
#include <conc.h>
#ifdef __clang__
# define WHICH 1
#else
# define WHICH 2
#endif
#include "which.h"
int main(void) { box a = { WHICH }; mutex (a) printf("%d %d\n", a.x, which); }
EOF
cat >which.h <<'EOF'
monitor box { int x; };
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpedantic"
# pragma clang diagnostic pop
static int which = 1;
#else
static int which = 2;
#endif
EOF
mkdir -p one two
printf '#include <conc.h>\nmonitor box { int x; };\n#include_next <next.h>\nstatic int one = TWO;\n' >one/next.h
echo '#define TWO 7' >two/next.h
printf '#include <next.h>\nint main(void) { box a = { one }; mutex (a) return a.x; }\n' >next.c

for cc in gcc clang; do
	export CONC_CC=$cc
	both counter "__COUNTER__ counts once"
	cp level.h kept.h; sed 's/^monitor box/typedef struct box box; struct box/' kept.h >level.h
	sed -e 's/^#include <conc.h>/#include "none.h"/' level.c >plain.c
	$cc -w -include stdio.h plain.c -o plain && ./plain | sed 's/plain\.c/level.c/g' >expected
	mv kept.h level.h
	is "$cc: level: __INCLUDE_LEVEL__, __FILE__ and __BASE_FILE__" "$(status "$concc" -include stdio.h level.c -o level; cat stderr; ./level)" "0
$(cat expected)"
	both stack "push_macro, poison, ident, __has_attribute, __has_include"
	which=$([ $cc = clang ] && echo 1 || echo 2)
	is "$cc: which: #ifdef __clang__" "$(status "$concc" -Wall -Werror -include stdio.h which.c -o which; cat stderr; ./which)" "0
$which $which"
	is "$cc: include_next" "$(status "$concc" -Ione -Itwo next.c -o next; cat stderr; ./next; echo $?)" "0
7"
done
is "nothing is left in TMPDIR" "$(ls tmp)" ""
