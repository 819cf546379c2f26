// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (the others do not fork with threads)
// schedules: no (the child is a process of its own)
// fork while threads wait with limits, and after some whose limit was not reached. The child's own threads, which may have the
// memory of those, wait with limits too; the parent's go on as if nothing had been.
#include <conc.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 50 };

static void sleeper(long ms, channel(int) *done)
{
	conc_sleep(ms * 1ms);
	done << 1;
}

/* Returns how many had not ended when nothing had for so long. */
static int late(conc_duration limit)
{
	channel(int) done = { THREADS };
	int missing = THREADS, one;

	scope {
		for (int i = 0; i < THREADS; i++) spawn sleeper(i % 7, &done);
		for (int i = 0; i < THREADS; i++) {
			waituntil (one << done) missing -= one;
			or waituntil (timeout(limit)) break;
		}
	}
	return missing;
}

int main(void)
{
	channel(int) done = { THREADS };
	int status = 1, one, ended;

	late(100ms);
	scope {
		for (int i = 0; i < THREADS; i++) spawn sleeper(20 + i, &done);
		conc_yield();
		pid_t child = fork();
		if (child == 0) {
			conc_sleep(200ms); // later than the limit that main had
			_exit(late(1h));
		}
		if (waitpid(child, &status, 0) != child) return 1;
	}
	for (ended = 0; ended < THREADS; ended += one) one << done;
	printf("the child: %d, of the parent's have ended: %d\n", status, ended);
}
