// SPDX-License-Identifier: MIT
// Reading a line writes the input's buffer.
#include <conc.h>
#include <unistd.h>
#include "race.h"

static char buffer[8];

static void f(int from)
{
	conc_input in;
	char *line;
	conc_input_init(&in, from, buffer, sizeof buffer);
	if (conc_read_line(&in, &line) != 1) _exit(1);
}

int main(void)
{
	int ends[2];
	if (pipe(ends)) return 1;
	task(void) t = spawn f(ends[0]);
	if (conc_write(ends[1], "a\n", 2) != 2) return 1;
	ORDERED(join(t);)
	buffer[0] = 'b';
	BESIDE(join(t);)
}
