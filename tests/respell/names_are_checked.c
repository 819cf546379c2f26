// SPDX-License-Identifier: MIT
#include <conc.h>

monitor café { int n; };
thread läufer { int n; };
channel(int) kanäle;
void main(läufer *self);

void f(void)
{
	café a = { 1 };
	café b = a;
	caf\u00e9 c = a;
	double größe;
	join(größe);
	mutex (gr\u00f6ße) größe = 0;
	läufer l = { 1 }, m = l;
	channel(int) andere = kan\u00E4le;
}
