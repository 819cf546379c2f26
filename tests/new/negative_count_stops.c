// SPDX-License-Identifier: MIT
// A count that cannot be stops the program.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	long n = -1;
	double *v = new double[n] {};
	printf("not reached %p\n", (void *)v);
}
