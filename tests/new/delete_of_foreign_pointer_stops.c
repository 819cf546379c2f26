// SPDX-License-Identifier: MIT
// delete of what new did not make stops the program.
#include <conc.h>
#include <stdlib.h>

int main(void)
{
	static long storage[100];
	long *p = &storage[50];
	delete p;
}
