/* SPDX-License-Identifier: MIT */
/* Plain C, compiled without concc: conc.h alone. */
#include <conc.h>
#include <errno.h>
#include <stdio.h>

CONC_CHANNEL_TYPE(int, ints);
CONC_FUTURE_TYPE(double, promise);
CONC_TASK_TYPE(int, task_int);
static int square(int n) { return n * n; }
CONC_SPAWN1(spawn_square, int, task_int, square, int);

int main(void)
{
	ints c = CONC_CHANNEL(2);
	promise p = {0};
	conc_mutex m = {0};
	conc_rw_lock rw = {0};
	task_int t = spawn_square(CONC_HERE, 3);
	int x = 0;
	ints_send(&c, 1, CONC_HERE);
	promise_fulfil(&p, 0.5, CONC_HERE);
	conc_mutex_lock(&m);
	conc_mutex_unlock(&m);
	conc_rw_lock_read_lock(&rw);
	conc_rw_lock_read_unlock(&rw);
	errno = 0;
	if (!ints_receive_ok(&c, &x, CONC_HERE)) return 1;
	if (promise_read(&p, CONC_HERE) > 1) return 2;
	x += task_int_join(&t, CONC_HERE);
	task_int_end(&t);
	ints_end(&c);
	promise_end(&p);
	conc_sleep(CONC_US(1));
	printf("%d\n", x + errno);
	return 0;
}
