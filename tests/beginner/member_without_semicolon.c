// SPDX-License-Identifier: MIT
// Member without semicolon.
#include <conc.h>
#include <stdio.h>

monitor account { long balance };
int main(void)
{
	return 0;
}
