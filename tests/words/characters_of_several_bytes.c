// SPDX-License-Identifier: MIT
// flags: -Wno-multichar
// flavours: concc gcc (clang takes no such character)
// 'é' in a program with a name that our grammar cannot read: gcc takes both.
#include <conc.h>
#include <stdio.h>

monitor box { int n; };
static int bump(box *mutex b) { return ++b->n; }

int main(void)
{
	box b = { 'é' - 'é' };
	int ‿wide = '\u00e9' != 0;
	printf("%d %d\n", bump(&b), ‿wide);
}
