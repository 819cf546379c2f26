// SPDX-License-Identifier: MIT
// the runner says: not ok - gcc, 1 processors: standard error
// flavours: gcc
#include <stdio.h>

int main(void)
{
	fputs("unexpected\n", stderr);
}
