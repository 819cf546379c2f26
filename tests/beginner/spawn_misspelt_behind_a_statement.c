// SPDX-License-Identifier: MIT
// Spawn misspelt, behind other statements.
#include <conc.h>

static int f(int n) { return n; }
int main(void)
{
	int x = f(1);
	x++;
	spwan f(x);
	return x;
}
