// SPDX-License-Identifier: MIT
// What main has in conc_local at the end of the program is no leak.
#include <conc.h>
#include <stdio.h>

static struct conc_local key;

static int next(void)
{
	int *n = conc_local_get(&key, sizeof *n);
	return ++*n;
}

int main(void)
{
	next();
	task(int) t = spawn next();
	printf("%d", join(t));
	printf(" %d\n", next());
}
