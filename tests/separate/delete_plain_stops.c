// SPDX-License-Identifier: MIT
// delete of a separate pointer to what new separate did not make.
#include <conc.h>
#include <stdio.h>

typedef struct { int n, filling[40]; } cell;

int main(void)
{
	static cell room[3];
	separate cell *c = (separate cell *)(void *)&room[1];
	delete c;
	puts("not reached");
}
