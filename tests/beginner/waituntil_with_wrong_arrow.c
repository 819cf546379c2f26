// SPDX-License-Identifier: MIT
// The channel stands on the right of a receive in a clause, too.
#include <conc.h>

int main(void)
{
	channel(int) c = {1};
	int v = 0;
	waituntil ((c >> v)) { }
	return v;
}
