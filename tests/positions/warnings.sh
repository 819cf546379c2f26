#!/bin/sh
# SPDX-License-Identifier: MIT
# gcc's and clang's warnings on lines with dialect stand where the author's tokens do, by line and column,
# none is lost or invented, and the caret points at the token.
here=$CONC/tests/positions
# shellcheck source=SCRIPTDIR/../driver/common
. "$CONC/tests/driver/common"
cp "$here/warnings.c" "$here/header.h" .

# What must be warned of: each `int uN` at its name, each `k < ` at the operator.
expected() {	# expected FILE
	awk -v file="$1" '
	{ sub(/\r$/, "") }
	/^# *(line )?[0-9]/ { sub(/^# *(line )?/, ""); line = $1 - 1; if ($2 != "") { file = $2; gsub(/"/, "", file) } next }
	/^#define|^\/\*/ { line++; next }
	{
		line++
		sub(/\/\/.*/, "")
		at = 0; text = $0
		while (match(text, /int u[0-9]+;/)) {
			print file ":" line ":" at + RSTART + 4 " " substr(text, RSTART + 4, RLENGTH - 5)
			at += RSTART + RLENGTH - 1; text = substr(text, RSTART + RLENGTH)
		}
		at = 0; text = $0
		while (match(text, /k < [0-9]u/)) {
			print file ":" line ":" at + RSTART + 2 " <"
			at += RSTART + RLENGTH - 1; text = substr(text, RSTART + RLENGTH)
		}
	}' "$1"
}
# What was said. The caret must point at the token; a line that is not ASCII has other columns there.
said() {
	awk '
	/: warning: / {
		place = $1; sub(/:$/, "", place); sub(/^\.\//, "", place)
		token = /unused variable/ ? $5 : "<"
		gsub(/\047/, "", token)
		print place " " token
		next
	}
	{ source = line; line = $0; sub(/^ *[0-9]* \|/, "", line) }
	place != "" && line ~ /^ *[~^ ]*\^[~^ ]*$/ {
		if (source !~ /[^ -~\t\r]/ && index(substr(source, index(line, "^")), token) != 1) print place " has its caret at another place"
		place = ""
	}' | sort -u
}
check() {	# check WHAT FILE FLAGS…
	what=$1 file=$2
	shift 2
	{ expected "$file"; grep -q 'header.h"' "$file" && expected header.h; } | sort -u >wanted
	"$concc" -std=gnu17 -Wall -Wextra -Wno-missing-field-initializers -Wno-parentheses "$@" -c "$file" -o /dev/null 2>messages
	said <messages >got
	if [ -s got ] && cmp -s wanted got; then echo "ok - $what: $(wc -l <got) warnings at their places"; else
		echo "not ok - $what:"
		diff wanted got
	fi
	lacks "$what: of nothing else" "$(grep ': error: \|: warning: ' messages | grep -v 'Wunused-variable\|Wsign-compare')" :
}

gcc='-fdiagnostics-column-unit=byte -ftabstop=1'
# clang 15 has a warning of its own for the definition without a prototype.
clang='-Wno-unknown-warning-option -Wno-deprecated-non-prototype'
# shellcheck disable=SC2086
{
CONC_CC=gcc check 'gcc' warnings.c $gcc
CONC_CC=gcc check 'gcc -O2' warnings.c $gcc -O2
CONC_CC=gcc check 'gcc, macro debug information' warnings.c $gcc -g3
sed 's/$/\r/' warnings.c >crlf.c
CONC_CC=gcc check 'gcc, lines that end in carriage returns' crlf.c $gcc
CONC_CC=clang check 'clang' warnings.c $clang
CONC_CC=clang check 'clang -O2 -gsplit-dwarf' warnings.c $clang -O2 -gsplit-dwarf
}

# A macro call that gives way to its expansion: what the author wrote in it keeps its place.
cat >calls.c <<'END'
#include <assert.h>
#include <stdio.h>
#include <conc.h>
#define CHECK(condition) do { if (!(condition)) puts(#condition); } while (0)
#define BOTH(a, b) (a) + (b)
int calls(int k, channel(int) *c, conc_mutex *m)
{
	int x = 0;
	int y = 0; CHECK((x << *c) && k < 2u); CHECK(k < 3u);
	CHECK((x << *c) &&
		k < 4u); mutex (*m) CHECK(k < 5u);
	return x + BOTH(k < 6u, y) + BOTH(0, ({ mutex (*m) y = k < 7u; y; }));
}
END
CONC_CC=gcc check 'gcc, macro calls' calls.c $gcc

# No directives in macro calls under -Wpedantic; outside of them everything has its place.
cat >pedantic.c <<'END'
#include <conc.h>
monitor account { long balance; };
int pedantic(int k, conc_mutex *m)
{
	mutex (m[0]) k = k < 2u; int u1;
	account *p = new account { 1 }; int u2; mutex (p) { int u3; } int u4; delete p; int u5;
	return k < 3u;
}
END
for cc in gcc clang; do
	CONC_CC=$cc check "$cc, pedantic" pedantic.c -std=c11 -Wpedantic $([ $cc = clang ] || echo "$gcc")
done

# Errors of the compiler's own, and of the translator.
cat >wrong.c <<'END'
#include <conc.h>
int wrong(conc_mutex *m, channel(int) *c)
{
	mutex (*m) *c << 1; mutex (*m) return 1 = 2;
	mutex (*m)
                m->no_such = *c; mutex (nobody) return 0; // no tab: clang counts it as one column
	return 0;
}
END
for cc in gcc clang; do
	CONC_CC=$cc "$concc" -fdiagnostics-color=never -c wrong.c -o /dev/null 2>messages
	grep -o '^wrong.c:[0-9]*:[0-9]*: error' messages | sort >"$cc.errors"
done
is 'errors of both' "$(cat gcc.errors)" "$(cat clang.errors)"

# A header with dialect that the command line includes stands, lowered, in front; the others in their order.
printf 'static inline int first(int k) { return k < 2u; }\n' >first.h
printf '#ifdef HEADER_H\nstatic inline int last(int k, stock *s) { return k < 2u + first(take(s, 1)); }\n#endif\n' >last.h
mkdir -p folder
cat >folder/commanded.c <<'END'
int commanded(int k, stock *s) { mutex (s) { int u1; } int u2; switch (k) { case 1: k++; /* fallthrough */ default: k--; } return last(k < 2u, s); }
END
{ expected folder/commanded.c; expected header.h; echo 'first.h:1:43 <'; echo 'folder/.././last.h:2:52 <'; } | sort >wanted
for cc in gcc clang; do
	CONC_CC=$cc "$concc" -fconc -Wall -Wextra $([ $cc = clang ] || echo "$gcc") -include first.h -include header.h -include last.h \
		-c folder/commanded.c -o /dev/null 2>messages
	said <messages >got
	is "$cc: -include" "$(diff wanted got)" ''
	CONC_CC=$cc "$concc" -fconc -v -include header.h -include first.h -include last.h -c folder/commanded.c -o /dev/null 2>messages
	lacks "$cc: -include needs no preprocessed text" "$(cat messages)" 'preprocessed text'
done
