// SPDX-License-Identifier: MIT
// Of an array, a member, and a member of each element of an array every channel ends: CONC_STATS=1 prints it.
#include <conc.h>

struct pair { int n; channel(int) c; };

int main(void)
{
	channel(int) c[2] = {{1}, {2}}, grid[2][2] = {{{3}, {4}}, {{5}, {6}}};
	struct pair one = {1, {7}}, two[2] = {{1, {8}}, {2, {9}}};
	for (int i = 0; i < 2; i++) c[i] << i, grid[i][0] << i, grid[i][1] << i, two[i].c << i;
	one.c << 1;
}
