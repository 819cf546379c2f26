// SPDX-License-Identifier: MIT
// Readers are inside together; a writer is alone; exclusive wins where both are named.
#include <conc.h>
#include <stdio.h>

static conc_rw_lock rw;
static conc_mutex m;
static conc_barrier all_inside = { 5 };
static int inside, most, value;

thread reader { int sum; };

static void count(int n)
{
	mutex (m) {
		inside += n;
		if (inside > most) most = inside;
	}
}

void main(reader *self)
{
	mutex (conc_reading(&rw)) {
		count(1);
		conc_barrier_wait(&all_inside);
		self->sum = value;
		count(-1);
	}
}

int main(void)
{
	{
		reader r[5] = { { 0 }, { 0 }, { 0 }, { 0 }, { 0 } };
	}
	printf("%d\n", most);
	mutex (conc_reading(&rw)) printf("%d", conc_rw_lock_try_lock(&rw));
	mutex (rw) printf("%d", conc_rw_lock_try_read_lock(&rw));
	mutex (conc_reading(&rw), rw) printf("%d", conc_rw_lock_try_read_lock(&rw));
	mutex (rw, conc_reading(&rw), m) printf("%d\n", conc_rw_lock_try_read_lock(&rw));
	printf("%d\n", conc_rw_lock_try_lock(&rw));
}
