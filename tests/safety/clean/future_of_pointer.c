// SPDX-License-Identifier: MIT
// class: owner
// A task gives a future the address of its full table. All readers of the future share it, and nobody writes any more.
#include <conc.h>
#include <stdio.h>

static void fill(future(const int *) *result)
{
	static int table[10];

	for (int i = 0; i < 10; i++)
		table[i] = i;
	*result << table;
}

static int sum_up(future(const int *) *result)
{
	const int *table;
	int sum = 0;

	table << *result;
	for (int i = 0; i < 10; i++)
		sum += table[i];
	return sum;
}

int main(void)
{
	future(const int *) result = {};
	task(int) one = spawn sum_up(&result), two = spawn sum_up(&result);
	task(void) t = spawn fill(&result);
	int sum = join(one) + join(two);

	printf("%d\n", sum);
	return sum != 90;
}
