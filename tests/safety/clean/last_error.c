// SPDX-License-Identifier: MIT
// class: shared
// A small library keeps the error of the last call for each thread, in conc_local storage.
#include <conc.h>
#include <stdio.h>

static struct conc_local last_error;

static int *error(void)
{
	return conc_local_get(&last_error, sizeof(int));
}

static int divide(int a, int b)
{
	if (!b) {
		*error() = a;
		return 0;
	}
	return a / b;
}

static int use(int a)
{
	int q = divide(a, a % 2);

	conc_yield();
	return q ? 0 : *error();
}

int main(void)
{
	task(int) one = spawn use(2), two = spawn use(4);
	int a = join(one), b = join(two);

	printf("%d %d\n", a, b);
	return a != 2 || b != 4;
}
