// SPDX-License-Identifier: MIT
// flags: -Wall -Wextra -Wshadow -Wpedantic -Werror
// Operations with conversions inside the operands of others: no name of one hides that of another.
#include <conc.h>
#include <stdio.h>

static int twice(int n) { return 2 * n; }

int main(void)
{
	channel(int) c = {4}, d = {4}, *list[2] = { &c, &d };
	channel(task(int)) tasks = {2};
	future(double) f = {};
	long wide = 0, other = 0;
	int whole = 0;
	c << 1; c << 2; d << 3; d << 4; d << 5;
	f << 0.5;
	if (wide << *list[(other << d)]) printf("%ld %ld\n", wide, other);
	if (wide << *list[(whole << f)]) printf("%ld %d\n", wide, whole);
	task(int) t = spawn twice(21), u;
	if (tasks << *(&t + (wide << c) - 1)) puts("sent");
	if (u << *(&tasks + (wide << c) - 1)) printf("%d %ld\n", join(u), wide);
	return 0;
}
