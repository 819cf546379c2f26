#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct account account; struct account { long balance; struct conc_owner_lock conc_owner; };
struct pool { conc_mutex lock; };
struct queue {
	struct pool *pool;
	int first, last, at[3];
};
static conc_mutex lock;
static long total = 3, other;

void add(account * a, long n);
void add(account * a, long n)
{ CONC_HELD(CONC_MONITOR(a));
	a->balance += n;
}

long sum(const account * a, account * b, conc_mutex * const m) { CONC_HELD(CONC_MONITOR(a)); CONC_HOLD(8, conc_owner_lock, CONC_MONITOR(b)); CONC_HELD(m); (void)m; return a->balance + b->balance; }

long all(struct queue *q)
{
	{ CONC_HOLD2(10, conc_mutex, &q->pool->lock, &lock); return q->first + q->at[1] + q->last + total + other; }
}
