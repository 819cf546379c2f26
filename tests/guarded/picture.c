// SPDX-License-Identifier: MIT
#include <conc.h>

monitor account { long balance; };
struct pool { conc_mutex lock; };
struct queue {
	struct pool *pool;
	int first guarded (pool->lock), last, at[3] guarded (pool->lock);
};
static conc_mutex lock;
static long total guarded (lock) = 3, other;

void add(account * held a, long n);
void add(account * held a, long n)
{
	a->balance += n;
}

long sum(const account * held(read) a, account * mutex b, conc_mutex * const held m) { (void)m; return a->balance + b->balance; }

long all(struct queue *q)
{
	mutex (q->pool->lock, lock) return q->first + q->at[1] + q->last + total + other;
}
