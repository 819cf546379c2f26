// SPDX-License-Identifier: MIT
// New without type.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account *a = new {5};
	delete a;
}
