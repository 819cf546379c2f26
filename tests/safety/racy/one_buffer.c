// SPDX-License-Identifier: MIT
// class: owner
// A reader puts each line into the same buffer and sends its address. The printer still uses the line before.
// After GoKer moby#22941: what is passed on is the variable of the loop.
#include <conc.h>
#include <stdio.h>

struct line { int number; char text[12]; };

static int print(channel(const struct line *) *lines)
{
	const struct line *l;
	int sum = 0;

	while (l << lines) {
		conc_yield();
		sum += l->number;	/* races */
	}
	return sum;
}

int main(void)
{
	static struct line buffer;
	channel(const struct line *) lines = { 2 };
	task(int) printer = spawn print(&lines);

	for (int i = 1; i <= 10; i++) {
		buffer.number = i;	/* races */
		lines << &buffer;
	}
	conc_close(&lines);
	printf("%s\n", join(printer) <= 100 ? "printed" : "too much");
}
