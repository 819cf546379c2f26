// SPDX-License-Identifier: MIT
// class: shared
// A small library keeps the error of the last call in a global variable, as old libraries do.
#include <conc.h>
#include <stdio.h>

static int last_error;

static int divide(int a, int b)
{
	if (!b) {
		last_error = a;	/* races */
		return 0;
	}
	return a / b;
}

static int use(int a)
{
	int q = divide(a, a % 2);

	return q ? 0 : last_error;	/* races */
}

int main(void)
{
	task(int) one = spawn use(2), two = spawn use(4);

	printf("%s\n", join(one) + join(two) ? "errors" : "none");
}
