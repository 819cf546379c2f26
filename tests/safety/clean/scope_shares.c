// SPDX-License-Identifier: MIT
// class: owner
// Children of a scope share a local array, each its own element. Before and after the scope the array is the function's.
#include <conc.h>
#include <stdio.h>

static void measure(const char *text, int *length)
{
	int n = 0;

	while (text[n])
		n++;
	*length = n;
}

static int longest(const char *const *texts, int n)
{
	int lengths[4] = {}, most = 0;

	scope {
		for (int i = 0; i < n; i++)
			spawn measure(texts[i], &lengths[i]);
	}
	for (int i = 0; i < n; i++)
		if (lengths[i] > most)
			most = lengths[i];
	return most;
}

int main(void)
{
	const char *texts[] = { "some", "years", "ago", "never mind" };
	int most = longest(texts, 4);

	printf("%d\n", most);
	return most != 10;
}
