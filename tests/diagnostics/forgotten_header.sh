#!/bin/sh
# SPDX-License-Identifier: MIT
# The dialect in a unit without conc.h: the compiler's errors, and why it did not understand. Not a word more for plain C.
bad=0
check() {	# check NAME WANTED ACTUAL
	[ "$2" = "$3" ] && echo "ok - $1" && return
	echo "not ok - $1: '$3' instead of '$2'"
	bad=1
}
notes() { "$CONCC" -c "$@" -o out.o 2>&1 | grep '^concc: '; }
printf '#include <stdio.h>\nmonitor account { long n; };\nint main(void) { return 0; }\n' >monitor.c
printf 'int f(int n);\nint f(int n)\n{\n\twaituntil (n) { }\n\treturn n;\n}\n' >wait.c
printf 'int f(int monitor);\nint f(int monitor)\n{\n\treturn monitor\n}\n' >plain.c
printf '#define waituntil(n) if (n)\nint f(int n)\n{\n\twaituntil (n) return 1;\n\treturn 0;\n}\n' >macro.c
check "a kind" "concc: note: monitor.c:2: 'monitor' is a word of the dialect only in a unit with '#include <conc.h>'" "$(notes monitor.c)"
check "a statement" "concc: note: wait.c:4: 'waituntil' is a word of the dialect only in a unit with '#include <conc.h>'" "$(notes wait.c)"
check "plain C with an error" "" "$(notes plain.c)"
printf '#include <conc.h>\nmonitor account { long n; };\n' >account.h
printf '#include "missing.h"\n#include "account.h"\nmonitor branch { account main; };\n' >missing.c
check "a header that is missing comes first" "" "$(notes missing.c)"
check "a header that is missing, on the command line" "" "$(notes -include missing.h missing.c)"
check "a macro of that name" "" "$("$CONCC" -c macro.c -o out.o 2>&1)"
check "with -fno-conc" "" "$(notes -fno-conc monitor.c)"
"$CONCC" -c monitor.c -o out.o 2>/dev/null
check "the exit status" 1 $?
exit $bad
