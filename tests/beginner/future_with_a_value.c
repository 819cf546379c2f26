// SPDX-License-Identifier: MIT
// Future with a value.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	future(int) f = {1};
}
