#line 1 "picture_system.c"
// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

#define INTERRUPT 2

void system_clauses(int fd, int pid);

void system_clauses(int fd, int pid)
{
	for (;;) {
		{ CONC_WAITUNTIL(1, 5); conc_again_1: CONC_ON_READABLE(1, 0, 1, fd) { continue; }
		else CONC_ON_WRITABLE(1, 1, 1, fd) { break; }
		else CONC_ON_SIGNALLED(1, 2, 1, INTERRUPT) { return; }
		else CONC_ON_EXITED(1, 3, 1, pid) { goto out; }
		else CONC_ON_CANCELLED(1, 4, 1) { } else { CONC_CHOOSE(1); goto conc_again_1; } }
	}
out:
	puts("out");
}
