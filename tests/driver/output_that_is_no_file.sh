#!/bin/sh
# SPDX-License-Identifier: MIT
# What a failed compilation takes away is a file; a device or pipe named by -o (think of /dev/null) stays.
mkfifo pipe
echo 'int f(void) { return undeclared; }' >plain.c
printf '#include <conc.h>\nint f(int n) { mutex (n) n++; return n; }\n' >dialect.c
for unit in plain dialect; do
	timeout 20 "$CONCC" -c $unit.c -o pipe 2>messages
	if [ -p pipe ] && [ -s messages ]; then echo "ok $unit"; else echo "not ok $unit"; fi
done
