// SPDX-License-Identifier: MIT
// the runner says: not ok - gcc, 1 processors: standard output
// flavours: gcc
#include <stdio.h>

int main(void)
{
	puts("right");
}
