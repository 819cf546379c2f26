// SPDX-License-Identifier: MIT
#include <conc.h>

static void wait_for_either(conc_condition *c, conc_mutex *m, conc_mutex *n)
{
	mutex (m, n) {
		waituntil (conc_wait(c, m)) { }
		or waituntil (conc_wait(c, n)) { }
	}
}

int main(void)
{
	conc_condition c = {0};
	conc_mutex m = {0}, n = {0};
	wait_for_either(&c, &m, &n);
}
