// SPDX-License-Identifier: MIT
// Names of the user's, whatever they are, do not meet those of the lowering.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

static long f(account * mutex self, account * mutex other)
{
	long held = self->balance, lock = other->balance, i = 1, p = 2, n = 3;
	mutex (self) {
		long self_ = held;
		return self_ + lock + i + p + n;
	}
}

int main(void)
{
	account a = { 10 }, b = { 20 };
	printf("%ld\n", f(&a, &b));
}
