// SPDX-License-Identifier: MIT
// After moby#27037: tests that run at once format the loop's variable.
#include <conc.h>
#include "../race/race.h"

static int format(BESIDE(const int *) ORDERED(int) version) { return BESIDE(*) version; }

int main(void)
{
	task(int) t[5];
	int sum = 0, i;
	for (i = 17; i <= 21; i++) t[i - 17] = spawn format(BESIDE(&) i);
	for (int n = 0; n < 5; n++) sum += join(t[n]);
	return sum < 17;
}
