// SPDX-License-Identifier: MIT
/* A descriptor that is closed while a statement waits for it. */
#include <conc.h>
#include <unistd.h>

static int ends[2];

static void closes(void)
{
	conc_sleep(5ms);
	close(ends[0]);
}

int main(void)
{
	if (pipe(ends) != 0) return 1;
	spawn closes();
	waituntil (readable(ends[0])) {}
	return 0;
}
