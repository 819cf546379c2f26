// SPDX-License-Identifier: MIT
// the runner says: no line matches: wro.*
// flavours: gcc
#include <stdio.h>

int main(void)
{
	fputs("right\n", stderr);
}
