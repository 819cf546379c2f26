// SPDX-License-Identifier: MIT
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

monitor account { long balance; conc_condition changed; };
struct spin { int word; };
static void spin_lock(struct spin *s) { s->word = 1; }
static void spin_unlock(struct spin *s) { s->word = 0; }
impl lock for struct spin { .lock = spin_lock, .unlock = spin_unlock };

static conc_condition c;

void f(account * mutex a, account * mutex b, conc_mutex *m, conc_spin_lock *l, conc_semaphore *s, conc_rw_lock *rw,
       pthread_mutex_t *p, struct spin *own, int *n);
void f(account * mutex a, account * mutex b, conc_mutex *m, conc_spin_lock *l, conc_semaphore *s, conc_rw_lock *rw,
       pthread_mutex_t *p, struct spin *own, int *n)
{
	conc_signal_block(&a->changed);
	mutex (m) conc_signal_block(&c);
	conc_signal_block(&c, l);
	conc_signal_block(&c, s);
	conc_signal_block(&c, conc_reading(rw));
	conc_signal_block(&c, p);
	conc_signal_block(&c, stdout);
	conc_signal_block(&c, own);
	conc_signal_block(&c, n);
	conc_signal_block(&c, *m);
	conc_signal_block(c, m);
	conc_signal_block(m, &c);
	conc_signal_block(&c, b);
	waituntil (conc_signal_block(&c, m)) { }
}
