#!/bin/sh
# SPDX-License-Identifier: MIT
# takes: refuse.c refuse.h
# A connection that the kernel has given up (ETIMEDOUT) is an error of the call in a clause, and no reason to wait on.
here=$CONC/tests/surroundings
cc -O1 "$here/refuse.c" -o refuse || exit 1
./refuse EPERM getpid -- true 2>/dev/null || { echo "ok - # SKIP no seccomp filter can be installed here"; exit; }
cat >given_up.c <<'X'
#include <conc.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	int s[2];
	char byte = 1;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, s) || write(s[1], &byte, 1) != 1) return 1;
	waituntil (long n << conc_recv(s[0], &byte, 1, 0)) { printf("%ld, %s\n", n, strerror(errno)); }
	or waituntil (timeout(10s)) { puts("waits on"); }
}
X
"$CONCC" -O1 given_up.c -o given_up || exit 1
got=$(./refuse ETIMEDOUT recvfrom -- ./given_up 2>&1)
[ "$got" = '-1, Connection timed out' ] && echo 'ok - the error of a connection reaches the program' ||
	{ echo "$got"; echo 'not ok - the error of a connection reaches the program'; exit 1; }
