// SPDX-License-Identifier: MIT
// class: order
// Main waits for the work or for a deadline, whichever comes first. It reads the result only if the work is done.
#include <conc.h>
#include <stdio.h>

static int done;

static void work(void)
{
	for (int i = 0; i < 10; i++)
		done++;
}

int main(void)
{
	task(void) t = spawn work();
	int seen = -1;

	waituntil (t) seen = done;
	or waituntil (timeout(200us)) seen = -1;
	join(t);
	printf("%s\n", seen == 10 || seen == -1 ? "done or late" : "wrong");
	return seen != 10 && seen != -1;
}
