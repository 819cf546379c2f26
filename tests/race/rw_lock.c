// SPDX-License-Identifier: MIT
// A writer sees all, a reader the writers: two readers are not ordered.
#include <conc.h>
#include "race.h"

int x, y;
static conc_rw_lock rw;

static void reader(void)
{
	for (int i = 0; i < 50; i++) {
		mutex (conc_reading(&rw)) {
			BESIDE(y++;)
			if (x < 0) return;
		}
		conc_yield();
	}
}

static void writer(void)
{
	for (int i = 0; i < 50; i++) {
		mutex (rw) x++, y++;
		conc_yield();
	}
}

int main(void)
{
	BESIDE(if (conc_now() == 0)) spawn writer();
	task(void) t = spawn reader(), u = spawn reader();
	join(t), join(u);
	mutex (rw) x++;
}
