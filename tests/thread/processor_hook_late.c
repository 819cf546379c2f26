// SPDX-License-Identifier: MIT
// processors: 2
// schedules: no (another kernel thread has to run at the same time)
// A hook that comes too late for a kernel thread stops the program.
#include <conc.h>

static int here, there;

static void meet(int *mine, int *other)
{
	__atomic_store_n(mine, 1, __ATOMIC_SEQ_CST);
	while (!__atomic_load_n(other, __ATOMIC_SEQ_CST)) { }
}

static void start(unsigned processor) { (void)processor; }

int main(void)
{
	task(void) t = spawn meet(&here, &there);
	meet(&there, &here);
	conc_on_processor_start(start);
	join(t);
}
