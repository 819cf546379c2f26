// SPDX-License-Identifier: MIT
// class: owner
// A reader sends each line by value. The channel has the copies, and the buffer stays the reader's.
#include <conc.h>
#include <stdio.h>

struct line { int number; char text[12]; };

static int print(channel(struct line) *lines)
{
	struct line l;
	int sum = 0;

	while (l << lines) {
		conc_yield();
		sum += l.number;
	}
	return sum;
}

int main(void)
{
	struct line buffer = {};
	channel(struct line) lines = { 2 };
	task(int) printer = spawn print(&lines);

	for (int i = 1; i <= 10; i++) {
		buffer.number = i;
		lines << buffer;
	}
	conc_close(&lines);
	int sum = join(printer);
	printf("%d\n", sum);
	return sum != 55;
}
