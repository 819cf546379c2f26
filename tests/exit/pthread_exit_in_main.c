// SPDX-License-Identifier: MIT
// schedules: no (kernel threads end in real time)
// flavours: concc gcc clang
// pthread_exit in main: as in C the other threads go on, here until one of them ends the program.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static conc_semaphore later;

static void first(void) { conc_sleep(2ms); conc_semaphore_post(&later); }
static void second(void)
{
	conc_semaphore_wait(&later);
	puts("went on");
	exit(7);
}

int main(void)
{
	spawn first();
	spawn second();
	pthread_exit(NULL);
}
