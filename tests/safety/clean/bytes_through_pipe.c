// SPDX-License-Identifier: MIT
// class: order
// A thread fills a table and writes a byte into a pipe. Who reads the byte comes after that.
#include <conc.h>
#include <stdio.h>
#include <unistd.h>

static int table[8];

static void fill(int to)
{
	for (int i = 0; i < 8; i++)
		table[i] = i;
	conc_write(to, "x", 1);
}

int main(void)
{
	int ends[2], sum = 0;
	char byte;

	if (pipe(ends))
		return 1;
	task(void) t = spawn fill(ends[1]);
	if (conc_read(ends[0], &byte, 1) != 1)
		return 1;
	for (int i = 0; i < 8; i++)
		sum += table[i];
	join(t);
	close(ends[0]);
	close(ends[1]);
	printf("%d\n", sum);
	return sum != 28;
}
