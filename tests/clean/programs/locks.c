/* SPDX-License-Identifier: MIT */
/* monitor, inline, mutex, impl lock and what goes with them. */
#include <conc.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

monitor later;
monitor account { long balance; later *owner; };
monitor savings { inline account; double rate; };
monitor later { account own; savings more[2]; unsigned flags : 3; };
monitor empty { char nothing; };
struct bank { account first; savings second; int branches; };

struct spin { volatile int taken; };
void spin_take(struct spin *s);
void spin_give(struct spin *s);
void spin_take(struct spin *s) { while (__atomic_exchange_n(&s->taken, 1, __ATOMIC_ACQUIRE)) conc_yield(); }
void spin_give(struct spin *s) { __atomic_store_n(&s->taken, 0, __ATOMIC_RELEASE); }
impl lock for struct spin { .lock = spin_take, .unlock = spin_give };

typedef union { int n; void *p; } any_lock;
static void any_take(void *a) { *(int *)a = 1; }
static void any_give(void *a) { *(int *)a = 0; }
impl lock for any_lock { .lock = any_take, .unlock = any_give };

static account file_wide = { 5, NULL }, tentative;
static struct bank banks[2] = { { { 1, NULL }, { { 2, NULL }, 0.5 }, 3 } };
static conc_mutex m;
static conc_owner_lock o;
static conc_spin_lock sp;
static conc_rw_lock rw;
static conc_semaphore sem = CONC_SEMAPHORE(3);
static conc_condition cond;
static conc_barrier barrier = CONC_BARRIER(1, NULL);
static conc_once once;
static void count(void *n) { ++*(int *)n; }
static pthread_mutex_t pm = PTHREAD_MUTEX_INITIALIZER;

void transfer(account * mutex from, account * mutex to, long n);
void transfer(account * mutex from, account * mutex to, long n)
{
	from->balance -= n;
	to->balance += n;
}

static long ways_out(account * mutex a, struct spin * mutex s, int n)
{
	long sum = 0;
	for (int i = 0; i < n; i++) {
		mutex (m) {
			if (i == 2) continue;
			if (i == 5) break;
			if (i > 9) return sum + s->taken;
			if (a->balance < 0) goto done;
			sum += i;
		}
		mutex (m, o) sum++;
	}
	switch (n) {
	case 1:
		mutex (o) { sum = 3; break; }
	default:
		mutex (o) if (sum) sum--;
	}
done:
	return sum;
}

static int operands(later *l, struct bank *b, int n)
{
	savings s = { { 3, l }, 0.1 }, t[2];
	account a = { .balance = 2 }, z, v[n];
	struct spin own = { 0 };
	any_lock any = { .n = 0 };
	mutex (a) a.balance++;
	mutex (&a) { a.balance++; }
	mutex (l) l->flags = 5;
	mutex (l->own, l->more[1], b->first) { l->own.balance = b->branches; }
	mutex (s) { s.balance = 4; s.rate = 0.2; }
	mutex (v[0], v[1], t[0], t[1]) v[0].balance = t[1].balance;
	mutex (banks[0].first, banks[1].second, a, s, z) n++;
	mutex (file_wide, tentative, a, s, z, v[0]) { n++; }
	mutex (m, o, sp, rw, conc_reading(&rw), sem, stdout, pm, own, any) { n--; }
	mutex (own) n++;
	mutex (any, own) n++;
	mutex (n > 3 ? &l->own : &file_wide) { n++; }
	mutex (*&m) { }
	again:
	mutex (sem) mutex (rw) { if (n++ < 3) goto again; }
	transfer(&a, (account *)&s, 3);
	transfer(&s, &s, 3);
	return n + (int)ways_out(&a, &own, n);
}

static int waits(later *l)
{
	int n = 0;
	mutex (m) {
		if (conc_wait_for(&cond, &m, 1us) == -ETIMEDOUT) n++;
		conc_signal(&cond);
		conc_signal_block(&cond, &m);
		if (n > 5) conc_wait(&cond, &m);
	}
	mutex (l, o) {
		if (conc_wait_for(&cond, 1us) == -ETIMEDOUT) n++;
		if (n > 5) conc_wait_with(&cond, 2);
		if (n > 5) conc_wait(&cond);
		n += conc_waiting(&cond) && conc_front(&cond) ? 1 : 0;
	}
	mutex (m, conc_reading(&rw)) n += conc_wait_for(&cond, 1us) != 0;
	mutex (l) conc_signal_block(&cond, l);
	mutex (l) if (conc_wait_for(&cond, l, 1ns)) n += conc_mutex_try_lock(&m) ? 1 : 0;
	mutex (conc_reading(&rw)) n += conc_wait_for(&cond, conc_reading(&rw), 0ms) != 0;
	blocking { n++; }
	_Conc_unchecked { n++; }
	if (n) blocking { n++; }
	if (conc_barrier_wait(&barrier)) n++;
	conc_once_call(&once, count, &n);
	errno = 0;
	return errno + n;
}

int main(void)
{
	later *l = new later { .flags = 1 };
	int n = operands(l, &banks[1], 4);
	empty e = { 'x' };
	mutex (e) n += waits(l);
	mutex (stdout) { printf("%d\n", n); }
	delete l;
	return 0;
}
