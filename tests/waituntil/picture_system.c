// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

void system_clauses(int fd, int pid);

void system_clauses(int fd, int pid)
{
	for (;;) {
		waituntil (readable(fd)) { continue; }
		or waituntil (writable(fd)) { break; }
		or waituntil (signalled(2)) return;
		or waituntil (exited(pid)) goto out;
		or waituntil (cancelled()) { }
	}
out:
	puts("out");
}
