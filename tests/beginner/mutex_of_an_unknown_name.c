// SPDX-License-Identifier: MIT
// Mutex of an unknown name.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	account a = {0};
	mutex (b) a.balance++;
}
