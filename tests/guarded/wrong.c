// SPDX-License-Identifier: MIT
// Uses without the lock: each way to get there, and what is said.
// flags: -Werror=conc-guarded
#include <conc.h>
#include <pthread.h>

monitor account { long balance; int at[4]; };
struct queue { conc_mutex lock; int count guarded (lock); };
struct table { conc_rw_lock lock; int rows guarded (lock); };
static account shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int drops guarded (m);

long by_pointer(account *a) { return a->balance; }
long by_pointer_to_const(const account *a) { return a->balance; }
static void *thread_main(void *a) { ((account *)a)->balance++; return a; }
void begins(pthread_t *t, account *a) { pthread_create(t, NULL, &thread_main, a); }
void counts_down(account *a) { if (--a->balance > 0) return; delete a; }
void element(account *a) { a->at[2]++; }
void other_one(account *a, account *b) { mutex (a) a->balance = b->balance; }
void behind_the_block(account *a) { mutex (a) a->balance++; a->balance--; }
void while_reading(account * mutex(read) a) { a->balance++; }
static void writer(account *a) { a->balance++; }
void caller_reads(const account * mutex(read) a) { writer((account *)a); }
long in_a_branch(struct queue *q, int n)
{
	if (n) conc_mutex_lock(&q->lock);
	int count = q->count;
	if (n) conc_mutex_unlock(&q->lock);
	return count + q->count;
}
void after_unlocking(void)
{
	pthread_mutex_lock(&m);
	drops++;
	pthread_mutex_unlock(&m);
	drops++;
}
void after_unlocking_for_writing(struct table *t)
{
	conc_rw_lock_lock(&t->lock);
	t->rows++;
	conc_rw_lock_unlock(&t->lock);
	t->rows++;
}
void *foreign(void *p) { drops++; return p; }

void by_itself(void) { account *a = a; a->balance++; }

static void helper(account *a) { a->balance++; }
static void between(account *a) { helper(a); }
thread teller { account *a; account own; };
void main(teller *self)
{
	between(self->a);
	self->own.balance++;
	shared.balance++;
}
static long work(account *a) { return a->balance; }
static task(long) begun(account *a) { return spawn work(a); }
static task(long) begun_by_name(account *a) { task(long) t = spawn work(a); return t; }
static channel(account *) to = {1};

int main(void)
{
	account a = {}, *b = new account {}, *c = new account {};
	{
		teller t = { &a };
		a.balance++;
		shared.balance++;
	}
	task(long) sum = spawn work(&a);
	a.balance++;
	join(sum);
	a.balance++;
	sum = begun(&a);
	a.balance++;
	join(sum);
	sum = begun_by_name(&a);
	a.balance++;
	join(sum);
	a.balance++;
	to << c;
	c->balance++;
	teller *t = new teller { b };
	b->balance++;
	delete t;
	b->balance++;
}
