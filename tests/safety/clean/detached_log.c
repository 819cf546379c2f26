// SPDX-License-Identifier: MIT
// class: order
// A detached thread appends to a log. Main closes its channel, and prints the log when the thread says that it has ended.
// After GoKer serving#4908, mended.
#include <conc.h>
#include <stdio.h>

static int log_lines[8], lines;

static void keep_log(channel(int) *in, channel(int) *end)
{
	int line;

	while (line << in)
		log_lines[lines++] = line;
	*end << lines;
}

int main(void)
{
	static channel(int) in = { 8 }, end = { 1 };
	int told, sum = 0;

	spawn keep_log(&in, &end);
	for (int i = 0; i < 8; i++)
		in << i;
	conc_close(&in);
	told << end;
	for (int i = 0; i < lines; i++)
		sum += log_lines[i];
	printf("%d lines\n", lines);
	return told != 8 || sum != 28;
}
