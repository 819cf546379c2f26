// SPDX-License-Identifier: MIT
// class: publish
// Two threads keep each other out by plain flags: each sets its own and looks at the other one.
// After SCTBench chess.Dekker.
#include <conc.h>
#include <stdio.h>

static bool wants[2];
static int shared;

static bool try_add(int self)
{
	bool mine;

	wants[self] = true;	/* races */
	mine = !wants[!self];	/* races */
	if (mine)
		shared++;	/* races */
	wants[self] = false;	/* races */
	return mine;
}

static int add(int self)
{
	int times = 0;

	for (int i = 0; i < 10; i++) {
		times += try_add(self);
		conc_yield();
	}
	return times;
}

int main(void)
{
	task(int) a = spawn add(0), b = spawn add(1);

	printf("%s\n", join(a) + join(b) <= 20 ? "added" : "too often");
}
