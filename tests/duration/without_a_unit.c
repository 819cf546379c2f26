// SPDX-License-Identifier: MIT
// flags: -Werror=conc-timeout
// A number without a unit is nanoseconds, which is seldom meant.
#include <conc.h>
#include <poll.h>

enum { PAUSE = 5 };
#define WHILE 30

static void rest(conc_duration d) { conc_sleep(d); }

void f(conc_condition *c, conc_mutex *m, struct pollfd *file, int ms, short less, long more, conc_duration d)
{
	conc_sleep(100);
	conc_sleep(ms);
	conc_sleep(less + 1);
	conc_sleep(PAUSE);
	conc_sleep(WHILE);
	rest(20);
	conc_wait_for(c, m, 50);
	conc_poll(file, 1, ms);
	waituntil (timeout(ms)) { }
	/* these are right, or right enough */
	conc_sleep(0);
	conc_poll(file, 1, -1);
	conc_sleep(ms * 1ms);
	conc_sleep(100ms);
	conc_sleep(more);
	conc_sleep(d / 2);
	conc_sleep(CONC_MS(ms));
	conc_sleep((conc_duration)ms);
	rest(2 * 1s);
	conc_sleep(conc_now() + 5);
}
