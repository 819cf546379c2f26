// SPDX-License-Identifier: MIT
// Return from main does not wait for detached threads that only wait.
#include <conc.h>
#include <stdio.h>

static void sleep_long(void)
{
	conc_sleep(1h);
}

int main(void)
{
	spawn sleep_long();
	conc_sleep(5ms);
	puts("done");
}
