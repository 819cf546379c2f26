// SPDX-License-Identifier: MIT
// More initialisers than elements stop the program.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	int n = 2;
	int *v = new int[n] { 1, 2, 3 };
	printf("not reached %d\n", v[0]);
}
