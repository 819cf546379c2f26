// SPDX-License-Identifier: MIT
// schedules: no (kernel threads end in real time)
// flavours: concc gcc clang
// pthread_exit in main, also in a blocking section: as in C the last of the others ends the program, with 0.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void at_exit(void) { puts("left"); }
static void last(void) { conc_sleep(2ms); puts("last"); }

int main(void)
{
	atexit(at_exit);
	spawn last();
	blocking { pthread_exit(NULL); }
}
