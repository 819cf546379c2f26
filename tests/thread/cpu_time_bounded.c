// SPDX-License-Identifier: MIT
// A thread has used no more than has passed, and never less than before; a new thread begins at nothing.
#include <conc.h>
#include <stdio.h>

static int wrong;

static void use(int n)
{
	conc_duration last = conc_cpu_time();
	for (int i = 0; i < n; i++) {
		conc_duration now;
		if (i % 3 == 0) conc_yield();
		if (i % 7 == 0) conc_sleep(1us);
		now = conc_cpu_time();
		if (now < last) __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
		last = now;
	}
}

// The descriptor's last thread has used some.
static int is_new(uint64_t spawned)
{
	return conc_cpu_time() <= (conc_duration)(conc_now() - spawned);
}

int main(void)
{
	int news = 0;
	conc_cpu_time();
	for (int round = 0; round < 10; round++) {
		{
			task(void) a = spawn use(20), b = spawn use(20);
		}
		task(int) t = spawn is_new(conc_now());
		news += join(t);
	}
	printf("%d %d\n", wrong, news);
}
