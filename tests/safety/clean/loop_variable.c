// SPDX-License-Identifier: MIT
// class: escape
// Each task gets the value of the loop's variable, and the address of an element that nobody else uses.
#include <conc.h>
#include <stdio.h>

static int twice(int n, int *also)
{
	return *also = 2 * n;
}

int main(void)
{
	int results[4], sum = 0;
	{
		task(int) t[4];
		for (int i = 0; i < 4; i++)
			t[i] = spawn twice(i, &results[i]);
	}
	for (int i = 0; i < 4; i++)
		sum += results[i];
	printf("%d\n", sum);
	return sum != 12;
}
