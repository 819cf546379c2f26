// SPDX-License-Identifier: MIT
#include <conc.h>
void f(conc_mutex *m);
void f(conc_mutex *m)
{
	int v = 0;
#define ONE(n) waituntil (timeout(n * 1ms)) { v = n; } or
#define EIGHT(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7)
	EIGHT(1) EIGHT(9) EIGHT(17) EIGHT(25) EIGHT(33) EIGHT(41) EIGHT(49) EIGHT(57)
	waituntil (m) { v = 65; }
}
