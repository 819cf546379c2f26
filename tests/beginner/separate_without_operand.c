// SPDX-License-Identifier: MIT
// Separate without operand.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	separate account *a = new separate account {5};
	separate () { }
}
