// SPDX-License-Identifier: MIT
// #if and #else around and inside dialect constructs.
#include <conc.h>
#include <stdio.h>

#define FAST 1

monitor account {
	long balance;
#if FAST
	int fast;
#else
	double slow;
#endif
};

#ifdef NOT_DEFINED
this is not even C
#endif

int main(void)
{
	account a = { 3
#if FAST
		, 4
#endif
	};
	mutex (a) {
#if !FAST
		a.slow = 1;
#else
		a.fast++;
#endif
	}
	mutex (a) printf("%ld %d %s:%d\n", a.balance, a.fast, &__FILE__[sizeof __FILE__ - 3], __LINE__);
}
