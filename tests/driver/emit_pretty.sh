#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: concc libraries Makefile
# --emit-c=pretty on the command line and on odd texts. tests/transpiler/pretty.sh has the layout itself.
. "$CONC/tests/driver/common"

pretty() { "$concc" --emit-c=pretty "$@"; }
is "another word" "$(status "$concc" --emit-c=lovely bank.c; cat stdout stderr)" "1
concc: error: there is --emit-c=pretty, but no --emit-c=lovely"
is "no word" "$(status "$concc" --emit-c= bank.c; cat stdout stderr)" "1
concc: error: there is --emit-c=pretty, but no --emit-c="
pretty bank.c >lowered.c
is "a line of its own" "$(grep -c '^	CONC_HOLD(.*;$' lowered.c)" 1
pretty bank.c -o other.c
yes_if "-o" cmp -s lowered.c other.c
is "it runs" "$(gcc -I"$CONC/libconc/include" lowered.c "$CONC/build/libconc.a" -pthread -lm -o bank && ./bank)" "42 bank.c:15"
is "plain C is printed as it is" "$(pretty plain.c | cmp - plain.c && echo same)" same
is "several units" "$(pretty bank.c plain.c | cmp - "$(cat lowered.c plain.c >both.c; echo both.c)" && echo same)" same
is "the last one counts" "$(pretty --emit-c bank.c | cmp - "$("$concc" --emit-c bank.c >emitted.c; echo emitted.c)" && echo same)" same
is "an error prints nothing" "$(status "$concc" --emit-c=pretty wrong.c; wc -c <stdout)" "1
0"
cp bank.c bank.conc
is "a .conc" "$(pretty bank.conc | sed 's/bank\.conc/bank.c/' | cmp - lowered.c && echo same)" same
is "-fconc" "$(pretty -fconc bank.c | cmp - lowered.c && echo same)" same
is "standard input" "$(pretty -xc - <bank.c | sed 's/<stdin>/bank.c/' | cmp - lowered.c && echo same)" same

# same UNIT WHAT: its tokens are those of --emit-c, macros and __LINE__ expanded, for both compilers.
same() {
	"$concc" --emit-c "$1" >plain_layout.c && pretty "$1" >pretty_layout.c
	for cc in gcc clang; do
		for layout in plain pretty; do $cc -E -P -I"$CONC/libconc/include" ${layout}_layout.c | tr -d ' \t\r\n' >$layout.tokens; done
		yes_if "$2, $cc" cmp -s plain.tokens pretty.tokens
		yes_if "$2, $cc: not nothing" test -s pretty.tokens
	done
	is "$2: it compiles" "$(status gcc -Wall -Wextra -Werror -I"$CONC/libconc/include" -c pretty_layout.c; cat stderr)" 0
}
mkdir -p lib
printf '#pragma once\nmonitor box { int n; };\nstatic inline int get(box * mutex b) { return b->n + __LINE__; }\n' >lib/box.h
printf '#include <conc.h>\n#include "lib/box.h"\nint in_main(box *b);\nint in_main(box *b) { int n = get(b); mutex (b) n += __LINE__; return n; }\n' >header.c
same header.c "a header with dialect"
is "the header is laid out, too" "$(grep -c '^typedef struct box box;$' pretty_layout.c)" 1

printf '\357\273\277#include <conc.h>\r\nmonitor m { int n; };\r\nint f(m * mutex a);\r\nint f(m * mutex a)\r\n{\r\n\tmutex (a) a->n++; /* \303\244\r\n\tmore */ return __LINE__; }\r\n' >odd.c
same odd.c "a byte order mark, CR LF, a comment of two lines"

cat >tokens.c <<'END'
#include <conc.h>
#include <stdio.h>
%: define TWICE(x) do { \
	x; x; \
	} while (0)
#define LAST(x) x
#if 0
}} ) unbalanced (
#endif
monitor größe <% int n<:2:>; %>;
int f(größe *ä);
int f(größe *ä) <%
	mutex (ä) { ä->n<:0:>++; TWICE(ä->n[1] += \
		__LINE__); } printf("%d\n", __LINE__); mutex (ä) ä->n[1] = __LINE__;
	TWICE(mutex (ä) ä->n[0] += __LINE__);
	LAST(mutex (ä) {
		ä->n[0]--; mutex (ä) ä->n[1] += __LINE__;
	}) return __LINE__;
%>
int h(größe *ä);
int h(größe *ä) { int n; mutex (ä) n = __LINE__; return n + LAST(printf("%s:%d, a long text to make this line longer than\n", __FILE__, __LINE__)); }
END
same tokens.c "digraphs, letters beyond ASCII, splices, macros, skipped groups"
is "a definition of a macro stays" "$(sed -n 4,9p tokens.c | diff - pretty_layout.c | grep -c '^<')" 0

cat >line.c <<'END'
#include <conc.h>
monitor m { int n; };
int f(m *a), g(m *a);
#line 100 "other.y"
int f(m *a) { mutex (a) { return __LINE__; } }
#ifdef NEVER
#line 7
#else
int g(m *a) { int n; mutex (a) n = __LINE__; return n; }
#endif
END
same line.c "the author's #line"

printf '#include <conc.h>\n#define f(x) f(x + 1); mutex (m) (void)0\nextern conc_mutex m;\nvoid (f)(int);\nvoid g(void) { f(1); }\n' >self.c
is "preprocessed text stays as it is" "$(pretty self.c >pretty.c; "$concc" --emit-c self.c | cmp - pretty.c && echo same)" same

cat >long.c <<'END'
#include <conc.h>
actor a { int n; };
message m { int one, two, three; };
receive (a *self, m *p) { self->n += p->one; }
void f(a *an_actor, int a_number_with_a_long_name);
void f(a *an_actor, int a_number_with_a_long_name) { an_actor->n = 0; *an_actor | (m){ a_number_with_a_long_name, __LINE__, a_number_with_a_long_name }; }
END
same long.c "a long line"
is "no #line in a call" "$(status gcc -Wpedantic -Werror -I"$CONC/libconc/include" -c pretty_layout.c; cat stderr)" 0
