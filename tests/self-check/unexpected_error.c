// SPDX-License-Identifier: MIT
// the runner says: FAILED: standard error: gcc, 1 processors
// flavours: gcc
#include <stdio.h>

int main(void)
{
	fputs("unexpected\n", stderr);
}
