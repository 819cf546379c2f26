// SPDX-License-Identifier: MIT
// Duration with a blank.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	conc_sleep(100 ms);
}
