// SPDX-License-Identifier: MIT
// A pinned thread wakes up in time when nobody else is there to mind its timer; so does one that holds a
// FILE.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	conc_pin();
	conc_sleep(20us);
	conc_unpin();
	mutex (stdout) {
		conc_sleep(2ms);
		puts("woke");
	}
}
