// SPDX-License-Identifier: MIT
// flavours: concc gcc
// flags: -Wno-pedantic -Wno-shadow
// What a nested function spawns; and a nested function's name given to something else that is spawned.
#include <conc.h>
#include <stdio.h>

static int f(int a) { return a + 1; }

int main(void)
{
	int k = 10;
	int outer(int n)
	{
		task(int) t = spawn f(n + k);
		return join(t);
	}
	{
		int f(int a) { return a * 2; }
		printf("%d %d\n", f(1), outer(1));
	}
	task(int) t = spawn f(3);
	printf("%d\n", join(t));
}
