// SPDX-License-Identifier: MIT
// Join of an int.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	int t = 1;
	join(t);
}
