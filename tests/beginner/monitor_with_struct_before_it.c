// SPDX-License-Identifier: MIT
// Monitor with struct before it.
#include <conc.h>
#include <stdio.h>

struct monitor account { long balance; };
int main(void)
{
	return 0;
}
