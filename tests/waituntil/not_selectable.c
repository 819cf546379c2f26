// SPDX-License-Identifier: MIT
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
struct spin { int word; };
static void spin_lock(struct spin *s) { s->word = 1; }
static void spin_unlock(struct spin *s) { s->word = 0; }
impl lock for struct spin { .lock = spin_lock, .unlock = spin_unlock };
static long square(long n) { return n * n; }
static void nothing(void) { }
static conc_mutex *find(void) { return NULL; }
static conc_mutex by_value(void) { return (conc_mutex){0}; }

void f(pthread_mutex_t *p, conc_spin_lock *s, conc_condition *c, conc_barrier *b, const conc_mutex *m, conc_mutex a[2],
       channel(int) *ch, future(int) *fu, double d, char *text);
void f(pthread_mutex_t *p, conc_spin_lock *s, conc_condition *c, conc_barrier *b, const conc_mutex *m, conc_mutex a[2],
       channel(int) *ch, future(int) *fu, double d, char *text)
{
	int v = 0;
	conc_mutex local[2];
	struct spin spin = {0};
	task(void) t = spawn nothing();
	waituntil (stdout) { }
	waituntil (p) { }
	waituntil (s) { }
	waituntil (spin) { }
	waituntil (c) { }
	waituntil (conc_barrier_wait_for(b, 1s)) { }
	waituntil (conc_mutex_try_lock(a)) { }
	waituntil (m) { }
	waituntil (local) { }
	waituntil (a) { }	// a pointer
	waituntil (v) { }
	waituntil (v > 0) { }
	waituntil (ch) { }
	waituntil (*ch) { }
	waituntil (fu << 3) { }
	waituntil (v << t) { }
	waituntil (spawn square(3)) { }
	waituntil (mutex (a[0])) { }
	waituntil (find()) { }
	waituntil (by_value()) { }
	waituntil (v << 3) { }
	waituntil (v = 3) { }
	waituntil (v += v << ch) { }
	waituntil (v << ch || v << ch) { }
	waituntil (unknown) { }
	waituntil (timeout(10)) { }
	waituntil (timeout(d)) { }
	waituntil (timeout(v)) { }
	waituntil (readable(text)) { } or waituntil (writable(d)) { } or waituntil (exited(1, 2)) { } or waituntil (signalled()) { }
	waituntil (cancelled(1)) { }
}
