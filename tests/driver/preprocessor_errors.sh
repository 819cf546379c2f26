#!/bin/sh
# SPDX-License-Identifier: MIT
# Where the preprocessor fails, the rest of the unit is read all the same, and everything is said once, in order.
. "$CONC/tests/driver/common"
messages() { "$concc" "$@" 2>&1 | grep -E ': (fatal )?(error|warning): ' | sed 's/; did you mean.*//'; }

cat >unit.c <<'EOF'
#include <conc.h>
monitor m { int x; };
#error "no"
#if 1 +
#endif
int f(m *a) { mutex (*a) return also; }
EOF
sed 's/mutex (\*a)/mutex (also)/' unit.c >operand.c
sed 's/#error "no"/#include "missing.h"/' unit.c >missing.c
sed -e '/conc.h/d' -e 's/^monitor m/typedef struct m m; struct m/' -e 's/mutex (\*a)//' unit.c >plain.c
printf '#warning "beware"\n' | cat - operand.c >warned.c
for cc in gcc clang; do
	export CONC_CC=$cc
	is "$cc: the preprocessor's and the parser's" "$(messages -c unit.c | head -3 | sed 's/\(unit.c:[0-9]*\).*: error: .*/\1/')" "unit.c:3
unit.c:4
unit.c:6"
	is "$cc: a unit without dialect, with -fconc" "$(messages -fconc -c plain.c)" "$($cc -c plain.c 2>&1 | grep -E ': (error|warning): ' | sed 's/; did you mean.*//')"
	is "$cc: the preprocessor's and the translator's" "$(messages -c operand.c | head -3 | sed 's/\(operand.c:[0-9]*\).*: error: .*/\1/')" "operand.c:3
operand.c:4
operand.c:6"
	is "$cc: a file that is missing is all" "$(messages -c missing.c | wc -l)" 1
	is "$cc: --emit-c prints nothing but errors" "$("$concc" --emit-c unit.c 2>stderr; echo $?; grep -c 'unit.c:3' stderr)" "1
1"
	is "$cc: no object" "$(ls ./*.o 2>/dev/null)" ""
	is "$cc: a warning comes first" "$(messages -c warned.c | head -1 | cut -d: -f1,2)" "warned.c:1"
done
is "nothing is left in TMPDIR" "$(ls tmp)" ""
