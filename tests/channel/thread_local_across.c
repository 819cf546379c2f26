// SPDX-License-Identifier: MIT
// An operation may go on another kernel thread; a try does not wait.
// flags: -Werror
#include <conc.h>

static _Thread_local int count;

void waits(channel(int) *c, future(int) *f)
{
	int x;
	count++;
	x << c;
	count += x;
	(void)(x << f);
}

void never_waits(channel(int) *c)
{
	count++;
	conc_try_send(c, count);
	count++;
}
