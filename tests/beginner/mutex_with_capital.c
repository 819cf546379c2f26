// SPDX-License-Identifier: MIT
// Mutex with capital.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account a = {0};
	Mutex (a) a.balance++;
}
