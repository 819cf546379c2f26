// SPDX-License-Identifier: MIT
// flavours: concc gcc clang
// A look waits for a thread that is in a blocking section, or that the watchdog has taken for stuck.
#include <conc.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static _Atomic bool begun;

static void sleeps(void)
{
	blocking {
		begun = true;
		usleep(20000);
	}
}

static void sends(channel(int) *c) { *c << 1; }
static void gives_up(void) { spawn sends(new channel(int) {}); }

int main(void)
{
	task(void) t = spawn sleeps();
	int leaked;

	join(spawn gives_up());
	while (!begun) conc_yield();
	do leaked = conc_report_leaks();
	while (leaked == -EAGAIN);
	printf("%d\n", leaked);
}
