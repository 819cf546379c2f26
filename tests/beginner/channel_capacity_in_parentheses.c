// SPDX-License-Identifier: MIT
// Channel capacity in parentheses.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c(5);
}
