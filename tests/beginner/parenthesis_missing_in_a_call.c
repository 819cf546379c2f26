// SPDX-License-Identifier: MIT
// Parenthesis missing in a call.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account a = {0};
	mutex (a) printf("%ld\n", a.balance;
}
