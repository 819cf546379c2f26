// SPDX-License-Identifier: MIT
// Channel without type.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel c = {1};
}
