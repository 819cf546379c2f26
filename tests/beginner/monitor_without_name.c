// SPDX-License-Identifier: MIT
// Monitor without name.
#include <conc.h>
#include <stdio.h>

monitor { long balance; };
int main(void)
{
	return 0;
}
