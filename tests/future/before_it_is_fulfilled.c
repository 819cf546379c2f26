// SPDX-License-Identifier: MIT
// Reads that nothing can end, and some that only look like it.
#include <conc.h>

void share(future(int) *f);

int reads(int x, int n)
{
	future(int) never = {}, late, loop, shared, other;
	x << never;
	if (n) x << late;
	late << 1;
	for (int i = 0; i < n; i++) {
		if (i) x << loop;
		else loop << 2;
	}
	share(&shared);
	x << shared;
	other << 1;
	while (x << other) n++;
	future(int) twice = {};
	n = x << twice;
	n = x << twice;
	return x;
}

int comes_back(int n)
{
	future(int) f = {};
	int x = 0;
again:
	if (n) x << f;
	f << 3;
	if (!n++) goto again;
	return x;
}
