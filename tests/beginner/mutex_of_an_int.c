// SPDX-License-Identifier: MIT
// Mutex of an int.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	int n = 0;
	mutex (n) n++;
}
