// SPDX-License-Identifier: MIT
// class: lock
// Two clerks count visitors, each his own gate under his own lock. The sum is taken under both locks.
// After SCTBench CS.wronglock, mended.
#include <conc.h>
#include <stdio.h>

monitor gate { int visitors; };
static gate east, west;

static void watch(gate *g)
{
	for (int i = 0; i < 20; i++)
		mutex (g) g->visitors++;
}

static int visitors(const gate * mutex(read) a, const gate * mutex(read) b)
{
	return a->visitors + b->visitors;
}

int main(void)
{
	task(void) e = spawn watch(&east), w = spawn watch(&west);
	int early = visitors(&east, &west);

	join(e);
	join(w);
	printf("%d visitors\n", visitors(&east, &west));
	return early > 40;
}
