// SPDX-License-Identifier: MIT
// Kinds, operations and threads in a header with guards, included by two units, and twice by one.
#include "account.h"
#include "account.h"
#include <stdio.h>

int main(void)
{
	account a = { 1 };
	{
		clerk c = { &a };
		work(&a);
	}
	mutex (a) printf("%ld\n", a.balance);
}
