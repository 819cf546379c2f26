// SPDX-License-Identifier: MIT
// Duration with an unknown unit.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	conc_sleep(100msec);
}
