// SPDX-License-Identifier: MIT
#include <conc.h>

int main(void)
{
	channel(int) *c = 0;
	c << 1;
}
