// SPDX-License-Identifier: MIT
// Operands of several kinds in one statement.
#include "leaving.h"

monitor account { long balance; };

int main(void)
{
	account a = { 3 }, b = { 4 };
	conc_mutex m = {0};
	conc_spin_lock s = {0};
	mutex (a, m, s, b) a.balance += b.balance;
	mutex (stdout, b, m) printf("%ld %d\n", a.balance, is_free(&m));
	printf("%d\n", is_free(&m));
}
