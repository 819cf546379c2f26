// SPDX-License-Identifier: MIT
// Who parks while holding a spin lock stops the program.
#include <conc.h>
#include <stdio.h>

static conc_spin_lock s;

int main(void)
{
	mutex (s) conc_sleep(1ms);
	puts("not reached");
}
