// SPDX-License-Identifier: MIT
// Channel with angle brackets.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel<int> c = {1};
}
