// SPDX-License-Identifier: MIT
// What was meant is said, and not what the compiler makes of it.
#include <conc.h>
#include <stdio.h>
moniter account { long balance; };
int main(void)
{
	chanel(int) c = {1};
	int n = 0;
	Mutex (m) n++;
	wait_until (timeout(1ms)) { }
	waitutil (n << c) { }
	return n;
}
