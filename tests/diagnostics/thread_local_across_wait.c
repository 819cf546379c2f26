// SPDX-License-Identifier: MIT
// flags: -Werror
// A use of a _Thread_local across a blocking operation is a warning, with -Werror an error.
#include <conc.h>

static _Thread_local int mine;
static conc_mutex m;

int f(void)
{
	mine = 3;
	conc_sleep(10ms);
	return mine;
}

int g(int n)
{
	while (n--)
		mutex (m) mine++;
	return n;
}

int h(int file, char *bytes, conc_input *in)
{
	char *line;
	mine = 4;
	if (conc_read(file, bytes, 10) < 0) return -1;
	mine++;
	if (conc_read_line_for(in, &line, 10ms) < 0) return mine;
	return 0;
}
