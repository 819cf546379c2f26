// SPDX-License-Identifier: MIT
// Send of a string to ints.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {1};
	c << "one";
}
