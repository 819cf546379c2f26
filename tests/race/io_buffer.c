// SPDX-License-Identifier: MIT
// A read writes its buffer, a write reads it.
#include <conc.h>
#include <unistd.h>
#include "race.h"

static char buffer[8];

static void f(int from)
{
	if (conc_read(from, buffer, sizeof buffer) != 1) _exit(1);
}

int main(void)
{
	int ends[2];
	if (pipe(ends)) return 1;
	task(void) t = spawn f(ends[0]);
	if (conc_write(ends[1], "a", 1) != 1) return 1;
	ORDERED(join(t);)
	buffer[0] = 'b';
	BESIDE(join(t);)
}
