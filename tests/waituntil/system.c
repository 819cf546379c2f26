// SPDX-License-Identifier: MIT
// Descriptors, signals and child processes beside other clauses.
#include <conc.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void later(int fd)
{
	conc_sleep(1ms);
	if (write(fd, "x", 1) != 1) puts("write");
}

int main(void)
{
	int ends[2], v = 0;
	char c = 0;
	channel(int) never;
	if (pipe(ends)) return 1;
	waituntil (readable(ends[0])) puts("no"); or waituntil (v << never) puts("no"); or waituntil (timeout(1ms)) puts("nothing to read");
	waituntil (readable(ends[0])) puts("no"); or waituntil (writable(ends[1])) puts("room");
	task(void) t = spawn later(ends[1]);
	waituntil (v << never) puts("no"); or waituntil (readable(ends[0])) { v = (int)read(ends[0], &c, 1); printf("%d %c\n", v, c); }
	join(t);
	when (v > 5) waituntil (readable(ends[0])) puts("no"); or waituntil (readable(ends[0])) puts("no"); or else puts("else");
	waituntil (writable(ends[1])) puts("1"); and waituntil (timeout(1ms)) puts("2"); or waituntil (readable(ends[0])) puts("no");
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) _exit(3);
	waituntil (exited(child)) puts("child"); or waituntil (v << never) puts("no");
	return 0;
}
