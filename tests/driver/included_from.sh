#!/bin/sh
# SPDX-License-Identifier: MIT
# Headers with dialect stand in the text that the compiler gets. Its messages still say which line included them, and a
# header may be included again by an absolute path.
. "$CONC/tests/driver/common"
cat >inner.h <<'EOF'
#ifndef INNER_H
#define INNER_H
monitor inner { int x; };
int wrong = nosuch;
#endif
EOF
printf '#include <conc.h>\n\n#include "inner.h"\n' >outer.h
printf 'int before;\n\n#include "outer.h"\nint main(void) { return 0; }\n' >unit.c
mkdir plain
for f in inner.h outer.h unit.c; do sed 's/^monitor/struct/; /conc\.h/s/.*//' $f >plain/$f; done
included() { LC_ALL=C "$@" -c unit.c -o unit.o 2>&1 | grep -o 'from .*[0-9]' | sed 's,\./,,g; s,<built-in>:1,<command-line>:0,'; }	# clang's name, and gcc's
for cc in gcc clang; do
	export CONC_CC=$cc
	is "$cc: by -include" "$(included "$concc" -include ./outer.h)" "$(cd plain && included $cc -include ./outer.h)"
	is "$cc: the lines that included a header" "$(included "$concc")" "$(cd plain && included $cc)"
	sed '/wrong/d; s/^monitor/#include <conc.h>\n&/' inner.h >twice.h
	printf '#include <conc.h>\n#include "%s/twice.h"\n#include "%s/twice.h"\nint main(void) { return 0; }\n' "$PWD" "$PWD" >twice.c
	is "$cc: an absolute path twice" "$("$concc" -Wall -Wextra -c twice.c -o twice.o 2>&1)" ''
	printf '#include <conc.h>\n' >conc.c
	is "$cc: and by -include" "$("$concc" -fconc -include "$PWD/twice.h" -include "$PWD/twice.h" -c conc.c -o conc.o 2>&1)" ''
done
