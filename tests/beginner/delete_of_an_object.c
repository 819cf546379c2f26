// SPDX-License-Identifier: MIT
// Delete of an object.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account a = {5};
	delete a;
}
