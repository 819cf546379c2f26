// SPDX-License-Identifier: MIT
// Closing brace too many.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account a = {0};
	mutex (a) { a.balance++; } }
}
