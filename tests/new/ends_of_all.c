// SPDX-License-Identifier: MIT
// `delete` ends the channels of every element: CONC_STATS=1 prints it.
#include <conc.h>

struct pair { int n; channel(int) c, d[2]; };

int main(void)
{
	struct pair *pairs = new struct pair[2] { { 1, {1}, { {2}, {3} } }, { 2, {4}, { {5}, {6} } } };
	for (int i = 0; i < 2; i++) pairs[i].c << 1, pairs[i].d[0] << 1, pairs[i].d[1] << 1;
	delete pairs;
}
