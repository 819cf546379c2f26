// SPDX-License-Identifier: MIT
// Each kernel thread that runs user threads has had its hook, with a number of its own, before the first of them.
#include <conc.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 40, MOST = 1024 };

static _Thread_local unsigned mine;	// of the kernel thread: its processor + 1
static unsigned calls[MOST], without;

static void start(unsigned processor)
{
	if (mine && processor) printf("twice on one\n");
	mine = processor + 1;
	__atomic_add_fetch(&calls[processor % MOST], 1, __ATOMIC_RELAXED);
}

static void look(void)
{
	if (!mine) __atomic_add_fetch(&without, 1, __ATOMIC_RELAXED);
}

static void use(int i)
{
	look();
	if (i % 4 == 0) blocking { usleep(1000); }	// others stand in
	conc_yield();
	look();
}

static int wrong_calls(void)
{
	int wrong = 0;
	for (int i = 0; i < MOST; i++) wrong += __atomic_load_n(&calls[i], __ATOMIC_RELAXED) > 1;
	return wrong;
}

int main(void)
{
	conc_on_processor_start(start);
	printf("%u\n", calls[0]);
	{
		task(void) t[THREADS];
		for (int i = 0; i < THREADS; i++) t[i] = spawn use(i);
	}
	printf("%d wrong, %u without\n", wrong_calls(), __atomic_load_n(&without, __ATOMIC_RELAXED));
	fflush(stdout);
	__atomic_store_n(&calls[0], 0, __ATOMIC_RELAXED);
	mine = 0;
	pid_t child = fork();
	if (child == 0) _exit(!(calls[0] == 1 && mine == 1));
	int status;
	waitpid(child, &status, 0);
	printf("%d\n", status);
}
