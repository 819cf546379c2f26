// SPDX-License-Identifier: MIT
/* readable, writable, signalled, exited beside each other and beside a timeout. */
#include <conc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void write_later(void)
{
	conc_sleep(5ms);
	conc_write(ends[1], "x", 1);
}

static void signal_later(void)
{
	conc_sleep(5ms);
	kill(getpid(), SIGUSR1);
}

static void one_of_three(void)
{
	char c = '?';

	waituntil (readable(ends[0])) {
		conc_read(ends[0], &c, 1);
		printf("readable: %c\n", c);
	}
	or waituntil (signalled(SIGUSR1)) { puts("signalled"); }
	or waituntil (timeout(2s)) { puts("timeout"); }
}

static pid_t child(int status)
{
	pid_t pid = fork();

	if (pid == 0) _exit(status);
	return pid;
}

static int status_of(pid_t pid)
{
	int status;

	return waitpid(pid, &status, WNOHANG) == pid ? WEXITSTATUS(status) : -1;
}

int main(void)
{
	pid_t a, b;

	if (pipe(ends) != 0) return 1;
	spawn write_later();
	one_of_three();
	spawn signal_later();
	one_of_three();
	one_of_three();

	a = child(3);
	b = child(4);
	waituntil (exited(a)) { printf("exited %d\n", status_of(a)); }
	and waituntil (exited(b)) { status_of(b); }
	waituntil (exited(a)) { puts("long gone"); }
	or waituntil (timeout(200ms)) { puts("timeout"); }

	raise(SIGUSR1);
	raise(SIGUSR1);
	waituntil (signalled(SIGUSR1)) { puts("kept"); } or else { puts("lost"); }
	waituntil (signalled(SIGUSR1)) { puts("twice"); } or else { puts("once"); }

	waituntil (writable(ends[1]) ) { puts("writable"); }
	or waituntil (readable(ends[0])) { puts("readable"); }
	close(ends[1]);
	waituntil (readable(ends[0])) { printf("end: %ld\n", conc_read(ends[0], &a, 1)); }
	return 0;
}
