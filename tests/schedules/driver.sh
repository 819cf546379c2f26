#!/bin/sh
# SPDX-License-Identifier: MIT
# concc -fconc-schedules and --test-schedules.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >race.c <<'X'
#include <conc.h>
#include <stdlib.h>
int shared;
void more(int n);
int main(int count, char **words)
{
	int n = count > 1 ? atoi(words[1]) : 2;
	{
		task(void) a = spawn more(n), b = spawn more(n);
	}
	conc_test_assert(shared == 2 * n);
}
X
printf 'extern int shared;\nvoid more(int n);\nvoid more(int n) { while (n-- > 0) shared++; }\n' >more.c

# A plain unit beside a dialect one has steps, too: the bug is in it.
is "found" "$(status "$concc" -g --test-schedules=1000 race.c more.c -- 3)" 1
has "the command to replay" "$(cat stderr)" "conc: again:  concc --test-schedules=seed:"
again=$(sed -n 's/^conc: again:  concc//p' stderr)
has "it has the arguments" "$again" " -g race.c more.c -- 3"
eval "status \"\$concc\" $again" >/dev/null
has "it replays" "$(cat stderr)" "conc_test_assert(shared == 2 * n), seed:"
is "nothing is left behind" "$(ls tmp; ls a.out race.o more.o 2>/dev/null)" ""
is "good" "$(status "$concc" --test-schedules=20 bank.c)" 0
has "good" "$(cat stderr)" "conc: 20 seeds, "
is "a program is kept by -o" "$(status "$concc" --test-schedules=3 bank.c -o kept; CONC_SCHEDULE=explore:2 status ./kept)" "0
0"
is "a unit that does not compile" "$(status "$concc" --test-schedules=3 broken.c)" 1
is "it links" "$(status "$concc" --test-schedules=3 -c bank.c; cat stderr)" \
	"1
concc: error: --test-schedules= builds a program: it goes with neither -c, -S, -E nor --emit-c"

# In steps, and with what it does not go with.
"$concc" -fconc-schedules -c race.c && "$concc" -fconc-schedules -c more.c -o more.o && "$concc" -fconc-schedules race.o more.o -o steps
is "compiled and linked apart" "$(CONC_SCHEDULE=explore:1000 status ./steps)" 1
is "with a sanitizer" "$(status "$concc" -fconc-schedules -fsanitize=address -c bank.c; cat stderr)" \
	"1
concc: error: -fconc-schedules does not go with -fsanitize=address"
is "the emitted C is the same" "$("$concc" -fconc-schedules --emit-c bank.c)" "$("$concc" --emit-c bank.c)"
is "taken back" "$(status "$concc" -fconc-schedules -fno-conc-schedules bank.c -o taken; CONC_SCHEDULE=seed:1 status ./taken; cat stderr)" "0
2
conc: CONC_SCHEDULE=seed:1 needs a program built with: concc -fconc-schedules"
if command -v clang >/dev/null; then
	is "clang" "$(CONC_CC=clang status "$concc" -g --test-schedules=1000 race.c more.c -- 3)" 1
	has "clang" "$(cat stderr)" "conc_test_assert"
fi
