// SPDX-License-Identifier: MIT
// new separate(s) with a null pointer.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

int main(void)
{
	separate cell *c = NULL;
	separate cell *d = new separate(c) cell {};
	puts(d ? "not reached" : "");
}
