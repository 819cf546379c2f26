// SPDX-License-Identifier: MIT
// Mutex without parentheses.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account a = {0};
	mutex a { a.balance++; }
}
