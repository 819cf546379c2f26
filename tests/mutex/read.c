/* SPDX-License-Identifier: MIT */
/* mutex(read): readers hold a monitor together, no writer is among them; a thread that reads may read
 * again while a writer waits, and a writer may read; with another parameter's lock in one step. */
#include <assert.h>
#include <conc.h>
#include <stdio.h>

monitor pair { long low, high; _Atomic int reading, most; };
static pair shared;

static void write_both(pair * mutex p)
{
	assert(p->reading == 0);
	p->low++;
	conc_yield();
	p->high++;
}

static int look(const pair * mutex(read) p)
{
	assert(p->low == p->high);
	return 1;
}

static int meet(pair * mutex(read) p)
{
	int now = ++p->reading;
	if (now > 1) p->most = now;
	assert(p->low == p->high);
	while (p->most < 2) conc_yield(); /* until another one is here, too */
	conc_yield();
	int seen = look(p); /* a writer may wait by now */
	p->reading--;
	return seen;
}

static long sum(const pair * mutex(read) p, pair * mutex q)
{
	q->low++;
	q->high++;
	return p->low + look(q); /* q is p: the lock was taken for writing */
}

static long under(const conc_rw_lock * l, conc_rw_lock * mutex(read) m)
{
	return l == m && !conc_rw_lock_try_lock(m) && conc_rw_lock_try_read_lock(m);
}

thread reader { int seen; };
void main(reader *self)
{
	for (int i = 0; i < 100; i++) self->seen += meet(&shared);
}

thread writer { int done; };
void main(writer *self)
{
	for (; self->done < 100; self->done++) write_both(&shared);
}

int main(void)
{
	int seen = 0;
	{
		reader r[3] = { { 0 } };
		while (shared.most < 2) conc_yield();
		writer w[2] = { { 0 } };
		for (int i = 0; i < 3; i++) join(r[i]);
		for (int i = 0; i < 2; i++) join(w[i]);
		for (int i = 0; i < 3; i++) seen += r[i].seen;
	}
	printf("%d looks, %ld %ld, several at once: %d\n", seen, shared.low, shared.high, shared.most > 1);
	pair other = { 0 };
	printf("%ld", sum(&shared, &other));
	printf(" %ld\n", sum(&other, &other));
	conc_rw_lock l = { 0 };
	printf("%ld\n", under(&l, &l));
	conc_rw_lock_read_unlock(&l);
	assert(conc_rw_lock_try_lock(&l));
	conc_rw_lock_unlock(&l);
}
