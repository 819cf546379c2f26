// SPDX-License-Identifier: MIT
// After grpc#1748: a test restores a time-out when it ends, and does not wait for those who still read it.
#include <conc.h>
#include "../race/race.h"

struct wrapper { conc_mutex m; bool built; };

conc_duration min_connect_timeout = 10s;

static conc_duration reset_transport(void) { return min_connect_timeout; }

static void watch(struct wrapper *w)
{
	scope {
		for (int i = 0; i < 10; conc_yield()) {
			bool built;
			mutex (w->m) built = w->built;
			if (built) {
				spawn reset_transport();
				i++;
			}
		}
	}
}

int main(void)
{
	static struct wrapper w;
	conc_duration backup = min_connect_timeout;
	task(void) watcher = spawn watch(&w);
	mutex (w.m) w.built = true;
	ORDERED(join(watcher);)
	min_connect_timeout = backup;
}
