// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

#define INTERRUPT 2

void system_clauses(int fd, int pid);

void system_clauses(int fd, int pid)
{
	for (;;) {
		waituntil (readable(fd)) { continue; }
		or waituntil (writable(fd)) { break; }
		or waituntil (signalled(INTERRUPT)) return;
		or waituntil (exited(pid)) goto out;
		or waituntil (cancelled()) { }
	}
out:
	puts("out");
}
