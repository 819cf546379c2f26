#line 1 "picture_calls.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

void calls(conc_mutex *m, conc_owner_lock *o, conc_rw_lock rw[2], conc_semaphore *s, conc_barrier *b, int n);
void calls(conc_mutex *m, conc_owner_lock *o, conc_rw_lock rw[2], conc_semaphore *s, conc_barrier *b, int n)
{
	conc_barrier own = { .conc_count = 1 };
	{ CONC_WAITUNTIL(1, 6); conc_again_1: CONC_ON_TAKEN(1, 0, 1, conc_mutex, m) { n = 1; }
	else CONC_ON_TAKEN(1, 1, n > 1, conc_owner_lock, o) { n = 2; }
	else CONC_ON_TAKEN(1, 2, 1, conc_rw_lock, &rw[n]) { n = 3; }
	else CONC_ON_TAKEN(1, 3, 1, conc_rw_reader, rw + 1) { n = 4; }
	else CONC_ON_TAKEN(1, 4, 1, conc_semaphore, /* a unit */ s) { n = 5; }
	else CONC_ON_TAKEN(1, 5, 1, conc_semaphore, s + 1) { n = 6; } else { CONC_CHOOSE(1); goto conc_again_1; } }
	if (n > 1) conc_mutex_unlock(m);
	{ CONC_WAITUNTIL(2, 3); conc_again_2: CONC_ON_BARRIER(2, 0, 1, b) { n = 1; } else CONC_ON_BARRIER(2, 1, 1, &own) { n = 2; }
	else CONC_ON_BARRIER(2, 2, 1, n ? b : &own) { n = 3; } else { CONC_CHOOSE(2); goto conc_again_2; } }
}
