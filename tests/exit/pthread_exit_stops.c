// SPDX-License-Identifier: MIT
// schedules: no (it ends by abort in a thread that a seed chooses)
// flavours: concc gcc clang aarch64 (sanitizers take the stack for that of the kernel thread)
// pthread_exit ends the kernel thread below a user thread: the program stops instead of waiting for ever.
#include <conc.h>
#include <pthread.h>

static void worker(void)
{
	conc_sleep(1ms);
	pthread_exit(NULL);
}

int main(void)
{
	task(void) t = spawn worker();
	join(t);
}
