// SPDX-License-Identifier: MIT
// After etcd#8194: a loop that revokes leases is still there when the next test sets its rate.
#include <conc.h>
#include "../race/race.h"

int revoke_rate = 1000;

static int run_loop(future(int) *stop)
{
	int leases = 0;
	for (int i = 0; i < 10; i++) {
		leases += 1 > revoke_rate / 2;
		waituntil (*stop) break;
		or waituntil (timeout(1ms)) {}
	}
	return leases;
}

static void set_rate(void)
{
	int old = revoke_rate;
	revoke_rate = 10;
	conc_yield();
	revoke_rate = old;
}

int main(void)
{
	future(int) stop = {};
	task(int) lessor = spawn run_loop(&stop);
	ORDERED(stop << 1; join(lessor);)
	task(void) test = spawn set_rate();
	join(test);
	BESIDE(stop << 1;)
	return join(lessor);
}
