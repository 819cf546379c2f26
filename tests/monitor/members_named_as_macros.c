// SPDX-License-Identifier: MIT
// Values are written with their members' names, but not with a name that is a macro by then.
#include <conc.h>
#include <stdio.h>

monitor numbers { int n, m, k; };
#define n 7
# /* again */ define m 8
static numbers all = { 1, 2, 3 };
#undef n
#undef m

int main(void)
{
	mutex (&all) printf("%d %d %d\n", all.n, all.m, all.k);
	return 0;
}
