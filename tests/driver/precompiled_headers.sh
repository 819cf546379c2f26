#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 4: it takes long
# Precompiled headers: of plain C, with conc.h in them, and with dialect. Used where the unit is handed over with the
# header, and never in the way where it is not.
. "$CONC/tests/driver/common"

printf '#include <stdio.h>\n#define NUMBER 5\n' >plain.h
printf '#include <stdio.h>\n#include <conc.h>\n#define NUMBER 6\n' >with.h
printf '#include <stdio.h>\n#include <conc.h>\nmonitor box { int n; };\nstatic inline int get(box * mutex b) { return b->n; }\n#define NUMBER 7\n' >box.h
echo 'int main(void) { printf("%d", NUMBER); return 0; }' >unit.c
echo 'monitor m { int n; }; int main(void) { m a = { NUMBER }; mutex (a) printf("%d", a.n); return 0; }' >dialect.c

for cc in gcc clang; do
	export CONC_CC=$cc
	for header in plain with box; do
		suffix=gch; [ $cc = clang ] && suffix=pch
		rm -f "$header".h.gch "$header".h.pch
		is "$cc: $header.h" "$(status "$concc" -x c-header "$header.h" -o "$header.h.$suffix"; cat stderr; ls "$header.h.$suffix")" "0
$header.h.$suffix"
		for form in "-include $header.h" "-include$header.h" "-include-pch $header.h.pch" \
			"-Xclang -include-pch -Xclang $header.h.pch -Xclang -include -Xclang $header.h"; do
			case $cc,$form in gcc,*pch*) continue ;; esac
			case $header in plain) number=5 ;; with) number=6 ;; box) number=7 ;; esac
			# shellcheck disable=SC2086
			is "$cc $form" "$(status "$concc" -Winvalid-pch $form unit.c -o unit; cat stderr; ./unit)" "0
$number"
			[ $header = plain ] && continue
			# shellcheck disable=SC2086
			is "$cc $form, a dialect unit" "$(status "$concc" -Winvalid-pch $form dialect.c -o unit; cat stderr; ./unit)" "0
$number"
		done
	done
done

export CONC_CC=gcc
"$concc" plain.h; "$concc" with.h
"$concc" -H -include plain.h -c unit.c 2>stderr
has "gcc uses it for a plain unit" "$(cat stderr)" '! ./plain.h.gch'
"$concc" -H -include with.h -c dialect.c 2>stderr
has "and for a dialect unit" "$(cat stderr)" '! ./with.h.gch'
rm -f ./*.gch
is "a header alone makes one, and no program" "$(status "$concc" box.h; ls a.out box.h.gch 2>/dev/null)" "0
box.h.gch"
is "-o names it" "$(status "$concc" -c box.h -o named.gch; ls named.gch)" "0
named.gch"
is "-fsyntax-only of a header with dialect" "$(rm -f ./*.gch; status "$concc" -fsyntax-only box.h; cat stderr; ls ./*.gch 2>/dev/null)" 0
printf '#include <conc.h>\nmonitor bad { int n; }\nint f(int n) { mutex (n) n++; return n; }\n' >bad.h
is "a mistake in a header" "$(status "$concc" -c bad.h; grep -q 'bad.h:[0-9]*:[0-9]*: error' stderr && echo said; ls bad.h.gch 2>/dev/null)" "1
said"
for cc in gcc clang; do
	is "$cc: -x c-header -S" "$(CONC_CC=$cc status "$concc" -x c-header -S box.h -o box.h.pre; cat stderr; ls box.h.pre; rm -f box.h.pre)" "0
box.h.pre"
done
is "nothing is left in TMPDIR" "$(ls tmp)" ""
