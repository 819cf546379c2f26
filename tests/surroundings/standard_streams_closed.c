// SPDX-License-Identifier: MIT
// flavours: concc gcc
// Started, as by a daemon, with 0, 1 and 2 closed: no descriptor of libconc's takes their numbers.
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUT = 60 };

static void check(const char *after)
{
	for (int i = 0; i <= 2; i++)
		if (fcntl(i, F_GETFD) >= 0 || errno != EBADF) dprintf(OUT, "%s: %d is open\n", after, i);
}

static void runs(void) { conc_sleep(1ms); }

int main(void)
{
	dup2(1, OUT);
	for (int i = 0; i <= 2; i++) close(i);
	conc_sleep(1ms);
	check("sleep");
	task(void) t = spawn runs();
	join(t);
	check("spawn");
	waituntil (signalled(SIGUSR1)) { }
	or waituntil (timeout(1ms)) { }
	check("signalled");
	int file = conc_open("/dev/null", O_RDWR, 0);
	if (file != 0) dprintf(OUT, "the program's own first descriptor is %d\n", file);
	conc_fsync(file);
	close(file);
	check("conc_open");
	pid_t child = fork();
	if (child == 0) {
		waituntil (signalled(SIGUSR1)) { }
		or waituntil (timeout(20ms)) { }
		check("fork");
		_exit(0);
	}
	waituntil (exited(child)) check("exited");
	waitpid(child, NULL, 0);
	dprintf(OUT, "right\n");
}
