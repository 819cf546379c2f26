#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# Each system call that libconc makes, refused from the start and refused later: system_calls.table says
# what comes of it. Never a wrong answer, and never a hang. The quick run has a quarter of them each day.
here=$CONC/tests/surroundings
cc -O1 "$here/refuse.c" -o refuse && "$CONCC" -O2 "$here/everything.c" -o everything || exit 1
./refuse EPERM getpid -- true 2>/dev/null || { echo "ok - # SKIP no seccomp filter can be installed here"; exit; }

# expect WHAT PATTERN: what the last run came to
expect() {
	[ "$2" != - ] || return
	got=$(grep -E '(conc: |^The futex)' log | grep -v 'conc: warning' | sed 's/.*conc: //')
	[ $status != 0 ] || [ "$(tail -n 1 log)" != right ] || got=right
	if echo "$got" | grep -qE "^($2)"; then echo "ok - $1"; return; fi
	echo "not ok - $1: status $status"
	cat log
}
for call in $(sed -n '/^static.*refuse_calls/,/^}/s/CALL(\([a-z0-9_]*\))/\n\1\n/gp' "$here/refuse.h" | grep -E '^[a-z0-9_]+$' |
	awk -v day="${QUICK:+$DAY}" 'day == "" || NR % 4 == day % 4'); do
	line=$(grep "^$call " "$here/system_calls.table") || line='x | right | right'
	now=$(echo "$line" | sed 's/[^|]*| *//; s/ | [^|]*$//; s/ | .*//')
	later=$(echo "$line" | sed 's/.* | //')
	for error in EPERM ENOSYS; do
		[ "$now" = - ] || timeout -s KILL 60 ./refuse $error "$call" -- ./everything >log 2>&1; status=$?
		expect "$call $error" "$now"
		timeout -s KILL 60 ./everything $error "$call" >log 2>&1; status=$?
		expect "$call $error, later" "$later"
	done
done
