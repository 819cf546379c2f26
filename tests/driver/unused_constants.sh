#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# -Wunused-const-variable in units with dialect warns of what it warns of in plain C.
. "$CONC/tests/driver/common"

cat >kinds.h <<'EOF'
monitor box { int n; };
static int get(box *mutex b) { return b->n; }
static const int theirs = 4, more[] = { 1 };
static volatile const long shy;
EOF
echo 'static const struct { int a; } in_plain_header = { 1 };' >plain_kinds.h
cat >unit.c <<'EOF'
#include <conc.h>
#include "kinds.h"
#include "plain_kinds.h"
static const int never_used = 1;
static int const used[] = { 2 }, grid[1][1] = { { 1 } };
static const char *const names[] = { "a" };
static const int spared __attribute__((unused)) = 3;
_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused-const-variable\"")
static const int ignored = 1;
_Pragma("GCC diagnostic pop")
int main(void) { box b = { used[0] }; return get(&b); }
EOF
plain() { sed -e '/conc.h/d' -e 's/^monitor box/typedef struct box box; struct box/' -e 's/ \*mutex b/ *b/' "$1" >"plain/$1"; }
mkdir plain; plain unit.c; plain kinds.h; plain plain_kinds.h; sed -i '1s/^/\n/' plain/unit.c
said() { LC_ALL=C "$@" -c 2>&1 | grep -E '(unit.c|kinds.h):[0-9:]* (warning|error): ' | sed 's/^plain.//' | sort -n; }

for cc in gcc clang; do
	export CONC_CC=$cc
	for options in -Wall -Wextra -Wunused -Wunused-variable "-Wall -Wno-unused-variable" "-Wall -Wno-unused" "-Wunused-const-variable -Wno-all" \
		"-Wall -Wno-unused-const-variable" "-Wall -Werror=unused-const-variable" "-Wall -Werror" "-O2 -g -Wall -pedantic -Wredundant-decls"; do
		# shellcheck disable=SC2086
		is "$cc: $options" "$(said "$concc" $options unit.c)" "$(cd plain && said $cc $options unit.c)"
	done
done
CONC_CC=gcc
# shellcheck disable=SC2086
for options in -Wunused-const-variable=2 "-Wall -Wunused-const-variable=2" -Wunused-const-variable=0; do
	is "gcc: $options" "$(said "$concc" $options unit.c)" "$(cd plain && said gcc $options unit.c)"
done
is "the warning is there" "$(said "$concc" -Wall unit.c | grep -c never_used)" 1
lacks "emitted C has nothing for it" "$("$concc" -Wall --emit-c unit.c)" conc_used
