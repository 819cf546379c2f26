#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# The runner must fail every test of this folder, each for the reason that its second line gives; what it counts
# where nothing fails, and what it says of half a test and of none.
cd "$CONC" || exit 1
unset QUICK KINDS FLAVOURS PROCESSORS EACH WHOLE ACCEPT
is() { case $2 in $3) echo "ok $1" ;; *) echo "not ok $1: no $3"; echo "$2" | sed 's/^/  /' ;; esac; }
for test in tests/self-check/*.c tests/self-check/*.sh; do
	case $test in *.expect.c | */runner.sh) continue ;; esac
	name=${test##*/} reason=$(sed -n 's,^// the runner says: ,,p; s,^# the runner says: ,,p' "$test") total=$(sed -n 's,^# the runner counts: ,,p' "$test")
	case $name in hangs.c) limit=2 ;; *) limit=60 ;; esac
	output=$(LIMIT=$limit LOGS=$LOGS-$name tests/run-tests "$test"); status=$?
	if [ "$total" ]; then is "$name" "$status $output" "0 *$total"
	else is "$name" "$status $output" "1 *$reason*1 failed, 0 skipped"; fi
done
is "a name that is none" "$(LOGS=$LOGS-typo tests/run-tests tests/typo; echo $?)" "no such test: tests/typo
0 passed, 1 failed, 0 skipped
1"
is "a folder without a test" "$(LOGS=$LOGS-none tests/run-tests docs/man; echo $?)" "there is no test in docs/man
0 passed, 1 failed, 0 skipped
1"
half=$(LOGS=$LOGS-half tests/run-tests tests/self-check/half; echo $?)
for line in 'half/al''one.c:1: a note is a line' 'half/al''one.c: nothing is expected of it' 'half/orph''an.out: there is no orph''an.c' 'half/status_al''one.status: there is no status_al''one.out'; do
	is "half a test: $line" "$half" "*$line*1"
done
is "an example by its name is whole" "$(tests/halves examples/bank.c)" ""
cp tests/self-check/wrong_output.* "$OLDPWD"
LOGS=$LOGS-accept tests/run-tests --accept "$OLDPWD/wrong_output.c" >"$OLDPWD/accepted"
if [ "$(cat "$OLDPWD/wrong_output.out")" = right ]; then echo "ok accept"; else echo "not ok accept: $(cat "$OLDPWD/accepted")"; fi
rm -rf "$LOGS"-*
