// SPDX-License-Identifier: MIT
// New with parentheses.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account *a = new account(5);
	delete a;
}
