// SPDX-License-Identifier: MIT
// Mutex without operand.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account a = {0};
	mutex () { a.balance++; }
}
