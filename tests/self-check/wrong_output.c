// SPDX-License-Identifier: MIT
// the runner says: FAILED: gcc, 1 processors
// flavours: gcc
#include <stdio.h>

int main(void)
{
	puts("right");
}
