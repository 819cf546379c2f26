#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# What an exploration prints after debug: opens gdb before the step after which it is too late; from there forward, back, and
# on to the end.
. "$CONC/tests/driver/common"
ulimit -c 0
there gdb || exit 0
gdb -nx -q -batch -ex run /bin/true 2>&1 | grep -q 'exited normally' || { skip "gdb may not run a program here"; exit 0; }

cat >account.c <<'X'
#include <conc.h>
monitor account { long balance; };
static long balance(account * mutex a)
{
	return a->balance;
}
static void add(account * mutex a, long n)
{
	a->balance += n;
}
static void withdraw(account *a, long n)
{
	if (balance(a) >= n)
		add(a, -n);
}
int main(void)
{
	account ann = { 100 };
	{
		task(void) t = spawn withdraw(&ann, 80), u = spawn withdraw(&ann, 80);
	}
	conc_test_assert(ann.balance >= 0);
}
X
"$concc" --test-schedules=1000 account.c -o account >log 2>&1
debug=$(sed -n 's/^conc: debug:  concc//p' log)
in_gdb() {	# in_gdb COMMAND …: what gdb says to them, from the first step on
	printf '%s\n' "$@" quit >commands
	# shellcheck disable=SC2086
	HOME=$PWD timeout 120 "$concc" $debug <commands 2>&1 | sed -n '/^Step/,$p' | grep -v '^Temporary breakpoint\|^\[\|libthread_db\|^$'
}
in_gdb 'print a->balance' conc-step conc-step 'print a->balance' reverse-step reverse-step reverse-step 'conc-to 1' 'conc-to 1000' >said
has "it stops where it is too late" "$(head -n 3 said)" " balance (a="
has "before the second thread looks" "$(cat said)" '$1 = 100'
first=$(sed -n '1s/Step \([0-9]*\), thread [0-9]*:/\1/p' said)
is "forward, back and to the beginning" "$(sed -n 's/^\(Step [0-9]*\), thread.*/\1:/p' said | tr '\n' ' ')" \
	"Step $first: Step $((first + 1)): Step $((first + 2)): Step $((first + 1)): Step $first: Step $((first - 1)): Step 1: "
lacks "each step has its frame" "$(cat said)" "Initial frame"
has "the failure is the same" "$(cat said)" "account.c:22: conc: conc_test_assert(ann.balance >= 0)"
has "after the last step" "$(cat said)" "The run stopped before step 1000."

for words in seed:1,stop:3 explore:10,stop:3 seed:1,switches:none,stop:0; do
	has "$words" "$(CONC_SCHEDULE=$words status ./account; cat stderr)" "2
conc: CONC_SCHEDULE: "
done
mkdir empty
has "no gdb" "$(PATH=$PWD/empty CONC_SCHEDULE=seed:1,switches:none,stop:3 ./account 2>&1)" "conc: stop:3 runs the program in gdb, which cannot be started: No such file or directory"
