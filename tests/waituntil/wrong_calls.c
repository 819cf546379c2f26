// SPDX-License-Identifier: MIT
#include <conc.h>

void f(conc_barrier *b, conc_mutex *m);
void f(conc_barrier *b, conc_mutex *m)
{
	waituntil (conc_mutex_lock(b)) { }
	waituntil (conc_mutex_lock(*m)) { }
	waituntil (conc_semaphore_wait()) { }
	waituntil (conc_barrier_wait(b, m)) { }
	waituntil (quiet(b)) { }
	waituntil (quiet()) { }
}
