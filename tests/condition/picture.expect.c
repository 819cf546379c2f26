#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct account account; struct account { long balance; conc_condition changed; struct conc_owner_lock conc_owner; };

void named(account * a, conc_rw_lock *rw);
void named(account * a, conc_rw_lock *rw)
{ CONC_HOLD(3, conc_owner_lock, CONC_MONITOR(a));
	conc_wait(&a->changed, CONC_MONITOR(a));
	conc_wait_with(&a->changed, CONC_MONITOR(a), 1);
	{ CONC_HOLD(6, conc_rw_reader, conc_reading(rw)); (void)conc_wait_for(&a->changed, conc_reading(rw), CONC_NS(5000000)); }
}

void all(account * a, account * b, conc_mutex *m, conc_semaphore *s);
void all(account * a, account * b, conc_mutex *m, conc_semaphore *s)
{ CONC_HOLD2(11, conc_owner_lock, CONC_MONITOR(a), CONC_MONITOR(b));
	while (!b->balance) conc_wait(&a->changed, CONC_HELD_LOCKS(11, conc_owner_lock));
	{ CONC_HOLD(14, conc_mutex, m); conc_wait(&a->changed, CONC_HELD_LOCKS(14, conc_mutex) /* the mutex */ ); }
	{ CONC_HOLD_MIXED(16, CONC_AS(conc_mutex, m), CONC_AS(conc_semaphore, s)); {
		{ CONC_HOLD(17, conc_owner_lock, CONC_MONITOR(a)); { conc_wait_with(&a->changed, CONC_HELD_LOCKS(17, conc_owner_lock), 3); } }
		if (conc_wait_for(&a->changed, CONC_HELD_LOCKS_MIXED(16), CONC_NS(5000000))) b->balance = 1;
	} }
}

void lends(account * a, account *b, conc_mutex *m, conc_rw_lock *rw, conc_owner_lock *l);
void lends(account * a, account *b, conc_mutex *m, conc_rw_lock *rw, conc_owner_lock *l)
{ CONC_HOLD(22, conc_owner_lock, CONC_MONITOR(a));
	conc_signal_block(&a->changed, CONC_MONITOR(a));
	{ CONC_HOLD_MIXED(24, CONC_AS(conc_owner_lock, CONC_MONITOR(b)), CONC_AS(conc_mutex, m)); conc_signal_block(&b->changed, /* which? */ CONC_MONITOR(b)), conc_signal_block(&a->changed, m); }
	{ CONC_HOLD_MIXED(27, CONC_AS(conc_rw_lock, rw), CONC_AS(conc_owner_lock, l)); { conc_signal_block(&a->changed, rw); conc_signal_block((&a->changed), (l)); } }
}
