// SPDX-License-Identifier: MIT
// Mutex parameter before star.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

void deposit(account mutex *a) { a->balance++; }
int main(void)
{
	return 0;
}
