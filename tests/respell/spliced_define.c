// SPDX-License-Identifier: MIT
// A macro that is defined behind line splices is a macro: what it expands to is not expanded again.
#include <conc.h>
#include <stdio.h>

static int twice(int n) { return 2 * n; }

int main(void)
{
	int n = 1;
#de\
fi\
ne n (n + 1)
	task(int) t = spawn twice(n);
	int other = twice(n);
	printf("%d %d\n", join(t), other);
}
