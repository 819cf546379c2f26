// SPDX-License-Identifier: MIT
// A clause that reads is a reader: two of them are not ordered.
#include <conc.h>
#include "race.h"

int x, y;
static conc_rw_lock rw;

static void reader(void)
{
	for (int i = 0; i < 50; i++) {
		waituntil (conc_reading(&rw)) {
			BESIDE(y++;)
			if (x < 0) return;
		}
		conc_yield();
	}
}

int main(void)
{
	mutex (rw) x++;
	task(void) t = spawn reader(), u = spawn reader();
	join(t), join(u);
	waituntil (rw) { x++; }
}
