// SPDX-License-Identifier: MIT
// A FILE is lockable: the two halves of a line stay together.
#include <conc.h>
#include <stdio.h>

thread speaker { int times; };

void main(speaker *self)
{
	for (int i = 0; i < self->times; i++)
		mutex (stdout) {
			printf("one ");
			conc_yield();
			printf("line\n");
		}
}

int main(void)
{
	speaker s[2] = { { 3 }, { 3 } };
}
