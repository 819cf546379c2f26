// SPDX-License-Identifier: MIT
// Unlocking what the caller does not hold stops the program.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	conc_mutex m = {0};
	conc_mutex_unlock(&m);
	puts("not reached");
}
