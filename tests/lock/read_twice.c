// SPDX-License-Identifier: MIT
// CONC_DEBUG=1: a lock that is read twice, which a writer in between turns into a deadlock, is told once.
#include <conc.h>
static conc_rw_lock rw, other;
static int inner(void)
{
	mutex (conc_reading(&rw)) return 1;
}
int main(void)
{
	int n = 0;
	for (int i = 0; i < 3; i++) {
		mutex (conc_reading(&rw)) n += inner();
		mutex (conc_reading(&other)) n += inner();
	}
	return n - 6;
}
