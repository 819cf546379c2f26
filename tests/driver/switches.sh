#!/bin/sh
# SPDX-License-Identifier: MIT
# Colours, -Werror and -w hold for our diagnostics as for the compiler's.
. "$CONC/tests/driver/common"

"$concc" -fdiagnostics-color=always -c wrong.c 2>stderr
has "colour" "$(cat stderr)" "$(printf '\033[01;31m\033[Kerror: ')"
"$concc" -fdiagnostics-color=never -c wrong.c 2>stderr
lacks "no colour" "$(cat stderr)" "$(printf '\033')"
TERM=xterm "$concc" -c wrong.c 2>stderr
lacks "no colour into a file" "$(cat stderr)" "$(printf '\033')"

{ cat wrong.c; echo 'int g(int n) { mutex (n) n++; return n; }'; } >twice.c
errors() { "$concc" "$@" -c twice.c 2>stderr; grep -c 'error:' stderr; tail -n 1 stderr; }
is "-Wfatal-errors" "$(errors -Wfatal-errors)" "1
compilation terminated due to -Wfatal-errors."
is "-fmax-errors=1" "$(errors -fmax-errors=1)" "1
compilation terminated due to -fmax-errors=1."
is "-fmax-errors=5" "$(errors -fmax-errors=5 | head -n 1)" 2
is "no caret" "$(errors -fno-diagnostics-show-caret >/dev/null; grep -c '[|^]' stderr)" 0
is "no column" "$(errors -fno-show-column >/dev/null; grep -c 'twice.c:18: error:' stderr)" 1
if gcc -fdiagnostics-format=json -E -x c /dev/null >stdout 2>stderr; then
	"$concc" -fdiagnostics-format=json -c wrong.c 2>stderr
	is "JSON is one line" "$(wc -l <stderr)" 1
	has "JSON" "$(cat stderr)" '[{"kind": "error", "message": "'
	has "with gcc's members" "$(cat stderr)" '"locations": [{"caret": {"file": "wrong.c", "line": 18, "display-column": 23, "byte-column": 23, "column": 23}'
	has "and notes as children" "$(cat stderr)" '"children": [{"kind": "note"'
	is "JSON of the back end" "$(sed 's/a->balance += n;/undeclared();/' bank.c >u.c; "$concc" -Werror -fdiagnostics-format=json -c u.c 2>&1 | tr -d '\n' | grep -c '"kind": "error".*"u\.c"')" 1
else	# gcc 15 and newer
	has "the back end says that it has no JSON" "$("$concc" -fdiagnostics-format=json -c wrong.c 2>&1)" "-fdiagnostics-format="
fi

# A thread-local across a wait is one of our warnings.
printf '#include <conc.h>\nstatic _Thread_local int t;\nconc_mutex m;\nvoid f(void);\nvoid f(void) { int *p = &t; mutex (m) *p = t; t++; }\n' >warn.c
"$concc" -c warn.c 2>stderr
if grep -q 'Wconc-thread-local' stderr; then
	is "a warning is no error" "$(status "$concc" -c warn.c)" 0
	is "-Werror" "$(status "$concc" -Werror -c warn.c)" 1
	has "-Werror is named" "$(cat stderr)" "[-Werror=conc-thread-local]"
	is "-Wno-conc-thread-local" "$(status "$concc" -Wno-conc-thread-local -Werror -c warn.c; cat stderr)" 0
	is "-Wno-error=conc-thread-local" "$(status "$concc" -Werror -Wno-error=conc-thread-local -c warn.c)" 0
	is "-Werror=conc-thread-local" "$(status "$concc" -Werror=conc-thread-local -c warn.c)" 1
	is "-w" "$(status "$concc" -w -c warn.c; cat stderr)" 0
fi
is "the back end never sees them" "$(status "$concc" -Wno-conc-x -Wall -c plain.c; cat stderr)" 0

# The words that C++ has operators for are no names, unless the author makes names of them.
cat >words.c <<'C'
#include <conc.h>
int main(void)
{
	channel(int) c = { 1 };
	int n = 0;
	waituntil (c << n) {}
	or waituntil (timeout(1ms)) {}
	and waituntil (timeout(2ms)) {}
	return n;
}
C
is "-Wc++-compat and the words or, and" "$(status "$concc" -Wall -Wextra -Wc++-compat -Wredundant-decls -Werror -c words.c 2>&1; cat stderr 2>/dev/null)" 0
printf '#include <conc.h>\nint f(int or);\nint f(int or) { return or; }\n' >names.c
has "-Wc++-compat and a name" "$("$concc" -Wc++-compat -c names.c 2>&1)" 'is a special operator name in C++'
