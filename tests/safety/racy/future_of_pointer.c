// SPDX-License-Identifier: MIT
// class: owner
// A task gives a future the address of its table when it is half full, and goes on.
#include <conc.h>
#include <stdio.h>

static void fill(future(int *) *result)
{
	static int table[10];

	for (int i = 0; i < 10; i++) {
		if (i == 5)
			*result << table;
		table[i] = i;	/* races */
		conc_yield();
	}
}

int main(void)
{
	future(int *) result = {};
	task(void) t = spawn fill(&result);
	int *table, sum = 0;

	table << result;
	for (int i = 0; i < 10; i++)
		sum += table[i];	/* races */
	join(t);
	printf("%s\n", sum <= 45 ? "filled" : "too much");
}
