// SPDX-License-Identifier: MIT
// A null mutex argument stops the program.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

static void deposit(account * mutex a, long n)
{
	a->balance += n;
}

int main(void)
{
	deposit(NULL, 3);
}
