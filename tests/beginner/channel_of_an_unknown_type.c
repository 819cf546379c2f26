// SPDX-License-Identifier: MIT
// Channel of an unknown type.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(strng) c = {1};
}
