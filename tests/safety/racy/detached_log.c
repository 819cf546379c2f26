// SPDX-License-Identifier: MIT
// class: order
// A detached thread appends to a log. Main prints the log when it has sent the last line, and does not know
// whether that line has arrived. After GoKer serving#4908, where a thread logs after the test has ended.
#include <conc.h>
#include <stdio.h>

static int log_lines[8], lines;

static void keep_log(channel(int) *in, channel(int) *end)
{
	int line;

	while (line << in)
		log_lines[lines++] = line;	/* races */
	*end << 1;
}

int main(void)
{
	static channel(int) in = { 8 }, end = { 1 };
	int got;

	spawn keep_log(&in, &end);
	for (int i = 0; i < 8; i++)
		in << i;
	int seen = lines;	/* races */
	conc_close(&in);
	got << end;
	printf("%s\n", seen <= 8 && got ? "logged" : "too many");
}
