// SPDX-License-Identifier: MIT
#include <conc.h>

monitor account { long balance; conc_condition changed; };

void named(account * mutex a, conc_rw_lock *rw);
void named(account * mutex a, conc_rw_lock *rw)
{
	conc_wait(&a->changed, a);
	conc_wait_with(&a->changed, a, 1);
	mutex (conc_reading(rw)) (void)conc_wait_for(&a->changed, conc_reading(rw), 5ms);
}

void all(account * mutex a, account * mutex b, conc_mutex *m, conc_semaphore *s);
void all(account * mutex a, account * mutex b, conc_mutex *m, conc_semaphore *s)
{
	while (!b->balance) conc_wait(&a->changed);
	mutex (m) conc_wait(&a->changed /* the mutex */ );
	mutex (m, s) {
		mutex (a) { conc_wait_with(&a->changed, 3); }
		if (conc_wait_for(&a->changed, 5ms)) b->balance = 1;
	}
}

void lends(account * mutex a, account *b, conc_mutex *m, conc_rw_lock *rw, conc_owner_lock *l);
void lends(account * mutex a, account *b, conc_mutex *m, conc_rw_lock *rw, conc_owner_lock *l)
{
	conc_signal_block(&a->changed, a);
	mutex (b, m) conc_signal_block(&b->changed, /* which? */ b), conc_signal_block(&a->changed, m);
	mutex (rw, l) { conc_signal_block(&a->changed, rw); conc_signal_block((&a->changed), (l)); }
}
