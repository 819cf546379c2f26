// SPDX-License-Identifier: MIT
// There is no thread at a null pointer.
#include <conc.h>

int main(void)
{
	conc_unpark(NULL);
}
