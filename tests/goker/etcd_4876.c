// SPDX-License-Identifier: MIT
// After etcd#4876: a test changes the interval of progress reports while a stream reads it.
#include <conc.h>
#include "../race/race.h"

conc_duration report_interval = 10s;

static conc_duration send_loop(void) { return report_interval; }
static void set_interval(void) { report_interval = 3s; }

int main(void)
{
	task(void) test = spawn set_interval();
	ORDERED(join(test);)
	task(conc_duration) stream = spawn send_loop();
	return join(stream) == 0;
}
