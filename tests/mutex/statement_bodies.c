// SPDX-License-Identifier: MIT
// flags: -Wno-shadow -Wno-switch-unreachable -Wno-unknown-warning-option
// The body is any statement.
#include "leaving.h"

int main(void)
{
	conc_mutex m = {0}, *p = &m;
	int n = 0, *q = &n;
	mutex (m) n++;
	mutex (p) *q += 2;
	mutex (*p) (*q)++;
	mutex (m) if (n == 4) n = 10; else n = 20;
	if (n == 10) mutex (m) n++; else n = 0;
	mutex (m) for (int i = 0; i < 3; i++) n++;
	mutex (m) while (n < 20) n++;
	mutex (m) do n++; while (n < 30);
	mutex (m) switch (n) case 30: n = 31;
	mutex (m) { }
	mutex (m) { int n = 5; (void)n; }
	printf("%d %d\n", n, is_free(&m));
}
