// SPDX-License-Identifier: MIT
// An operation that does not take place orders nothing.
#include <conc.h>
#include "race.h"

int x;

static void f(channel(int) *c, conc_mutex *m)
{
	x = 1;
	(void)conc_try_send(c, 1);
	if (conc_mutex_try_lock(m)) conc_mutex_unlock(m);
}

int main(void)
{
	channel(int) c = {};
	conc_mutex m = {};
	int got;
	conc_mutex_lock(&m);
	task(void) t = spawn f(&c, &m);
	ORDERED(join(t);)
	if (!conc_try_receive(&c, &got)) x = 2;
	conc_sleep(5ms);
	(void)conc_try_receive(&c, &got);
	ORDERED(if (0)) join(t);
	conc_mutex_unlock(&m);
}
