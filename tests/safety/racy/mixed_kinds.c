// SPDX-License-Identifier: MIT
// class: lock
// The same log is protected by a pthread_mutex_t in one function and by a conc_mutex in the other one.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER;
static conc_mutex program_lock;
static int lines;

static void log_of_library(void)
{
	for (int i = 0; i < 10; i++)
		mutex (library_lock) lines++;	/* races */
}

static void log_of_program(void)
{
	for (int i = 0; i < 10; i++)
		mutex (program_lock) lines++;	/* races */
}

int main(void)
{
	scope {
		spawn log_of_library();
		spawn log_of_program();
	}
	printf("%s\n", lines <= 20 ? "logged" : "too many");
}
