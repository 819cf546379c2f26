// SPDX-License-Identifier: MIT
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

monitor account { long balance; };
struct spin { int word; };
static void spin_lock(struct spin *s) { s->word = 1; }
static void spin_unlock(struct spin *s) { s->word = 0; }
impl lock for struct spin { .lock = spin_lock, .unlock = spin_unlock };

static conc_condition c;

void reads(const account * mutex(read) a);
void reads(const account * mutex(read) a)
{
	if (!a->balance) conc_wait(&c);
}

void has(account * held a);
void has(account * held a)
{
	a->balance++;
	conc_wait(&c);
}

void f(account *a, conc_mutex *m, conc_spin_lock *l, pthread_mutex_t *p, struct spin *s);
void f(account *a, conc_mutex *m, conc_spin_lock *l, pthread_mutex_t *p, struct spin *s)
{
	conc_wait(&c);
	mutex (a) { }
	conc_wait_with(&c, 3);
	mutex (a, stdout) conc_wait(&c);
	mutex (l, m) conc_wait_for(&c, 5ms);
	mutex (p) { mutex (a) { conc_wait(&c); } conc_wait(&c); }
	mutex (m, s) conc_wait(&c);
	mutex (({ conc_wait(&c); m; })) { }
	mutex (m) { conc_wait_for(&c, m); conc_wait_with(&c, a); conc_wait(c); conc_wait(); conc_wait_for(&c, m, 1s, 2); }
}
