#!/bin/sh
# SPDX-License-Identifier: MIT
# The runner must fail every test of this folder, each for the reason that its second line gives.
cd "$CONC" || exit 1
for test in tests/self-check/*.c; do
	case $test in *.expect.c) continue ;; esac
	name=$(basename "$test" .c) reason=$(sed -n 's,^// the runner says: ,,p' "$test")
	output=$(LIMIT=2 LOGS=$LOGS-$name tests/run-tests "$test") && echo "not ok $name: exit status 0"
	case $output in
	*"$reason"*'0 passed, 1 failed') echo "ok $name" ;;
	*) echo "not ok $name: no '$reason' in: $output" ;;
	esac
done
cp tests/self-check/wrong_output.* "$OLDPWD"
LOGS=$LOGS-accept tests/run-tests --accept "$OLDPWD/wrong_output.c" >"$OLDPWD/accepted"
if [ "$(cat "$OLDPWD/wrong_output.out")" = right ]; then echo "ok accept"; else echo "not ok accept: $(cat "$OLDPWD/accepted")"; fi
rm -rf "$LOGS"-*
