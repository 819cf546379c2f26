// SPDX-License-Identifier: MIT
// Separate behind the star.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

static long get(account *separate a) { return 0; }
int main(void)
{
	return 0;
}
