// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan tsan schedules
// Reports say the names that threads gave themselves, also of main, and of two with the same one.
#include <conc.h>

static conc_semaphore named, never;

static void fetch(int n)
{
	conc_set_name(n ? "fetcher \"%d\"\n" : "idle", n);
	conc_semaphore_post(&named);
	conc_semaphore_wait(&never);
}

int main(void)
{
	task(void) a = spawn fetch(7), b = spawn fetch(7), c = spawn fetch(0);
	for (int i = 0; i < 3; i++) conc_semaphore_wait(&named);
	conc_set_name("front end");
	join(a);
}
