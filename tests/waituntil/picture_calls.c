// SPDX-License-Identifier: MIT
#include <conc.h>

void calls(conc_mutex *m, conc_owner_lock *o, conc_rw_lock rw[2], conc_semaphore *s, conc_barrier *b, int n);
void calls(conc_mutex *m, conc_owner_lock *o, conc_rw_lock rw[2], conc_semaphore *s, conc_barrier *b, int n)
{
	conc_barrier own = { 1 };
	waituntil (conc_mutex_lock(m)) { n = 1; }
	or when (n > 1) waituntil (conc_owner_lock_lock(o)) n = 2;
	or waituntil (conc_rw_lock_lock(&rw[n])) { n = 3; }
	or waituntil (conc_rw_lock_read_lock(rw + 1)) { n = 4; }
	or waituntil (conc_semaphore_wait( /* a unit */ s)) { n = 5; }
	or waituntil ((conc_semaphore_lock(s + 1))) { n = 6; }
	if (n > 1) conc_mutex_unlock(m);
	waituntil (b) { n = 1; } or waituntil (own) { n = 2; }
	or waituntil (conc_barrier_wait(n ? b : &own)) { n = 3; }
}

monitor box { int full; conc_condition filled; };

void conditions(box * mutex b, conc_mutex *m, conc_condition *c);
void conditions(box * mutex b, conc_mutex *m, conc_condition *c)
{
	waituntil (conc_wait(&b->filled, b)) { } or waituntil (timeout(1s)) { }
	mutex (m) waituntil (conc_wait_with(c /* shared */, m, 1 + 2)) { } or when (b->full) waituntil (conc_wait(c + 1, m)) { }
	waituntil (conc_wait(&b->filled)) { b->full = 0; } or waituntil (conc_wait_with(c, 4)) b->full = 1;
}

actor counter { long n; };
actor savings { inline counter; };

void ends(counter *c, savings *all, int n);
void ends(counter *c, savings *all, int n)
{
	waituntil (c) { n = 1; } or when (n) waituntil (all[n]) { n = 2; }
}

struct shelf { separate struct item *item; };

void quiets(separate struct item *s, struct shelf *all, int n);
void quiets(separate struct item *s, struct shelf *all, int n)
{
	waituntil (quiet(s)) { n = 1; } or when (n) waituntil (quiet(all[n].item)) n = 2;
	or waituntil (timeout(1s)) { }
}
