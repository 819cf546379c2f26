// SPDX-License-Identifier: MIT
// class: shared
// Threads share a configuration that is const, and each has its own copy of the one setting that it changes.
#include <conc.h>
#include <stdio.h>

struct config { int width, indent; };
static const struct config defaults = { 80, 4 };

static int usable(const struct config *c, int depth)
{
	struct config mine = *c;

	while (depth--)
		mine.width -= mine.indent;
	return mine.width;
}

int main(void)
{
	task(int) a = spawn usable(&defaults, 3), b = spawn usable(&defaults, 5);
	int sum = join(a) + join(b);

	printf("%d\n", sum);
	return sum != 68 + 60;
}
