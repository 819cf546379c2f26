// SPDX-License-Identifier: MIT
// A lock that comes to stand where a deleted one stood has no order yet.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

static long both(account * first, account * second)
{
	mutex (first) mutex (second) return first->balance + second->balance;
}

int main(void)
{
	long sum = 0;
	for (int round = 0; round < 4; round++) {
		account *a = new account { 1 }, *b = new account { 2 };
		sum += round & 1 ? both(b, a) : both(a, b);
		delete a;
		delete b;
	}
	printf("%ld\n", sum);
}
