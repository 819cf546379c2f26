// SPDX-License-Identifier: MIT
// Uses that need no warning: the lock is held, or nobody else has the object.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

monitor account { long balance; int at[4]; struct { int x, y; } where; const int id; _Atomic int hits; channel(int) c; };
struct node { struct node *next; int v; };
struct queue { pthread_mutex_t lock; struct node *head guarded (lock); int count guarded (lock); };
static account shared;
static int drops guarded (shared);

/* statements, clauses and parameters */
static void fields(account * mutex a)
{
	a->balance++;
	a->at[2] = 3;
	a->where.x++;
	account *same = a;
	same->balance++;
	(*a).balance++;
}
static void two(account *a, account *b)
{
	account *first = a;
	mutex (a, b) first->balance = b->balance;
	waituntil (a) { a->balance++; } or waituntil (b) { b->balance++; }
	mutex (*a) { if (a->balance) return; }
}
static long reads(const account * mutex(read) a) { return a->balance; }
static int unlocked(account *a)
{
	int *address = &a->at[1];
	return a->id + a->hits + (int)sizeof a->balance + (address != 0);
}
static void condition(account *a, conc_condition *c)
{
	mutex (a) while (!a->balance) conc_wait(c, a);
}
static void elements(account *a, int i)
{
	mutex (a[i]) a[i].balance = 1;
	mutex (&a[1]) a[1].balance = 1;
	mutex (a) a[0].balance = 1;
}

/* the lock has no path: it may be this one */
static account *of(account *a, account *b, bool first) { return first ? a : b; }
static void either(account *a, account *b, bool first)
{
	mutex (first ? a : b) (first ? a : b)->balance++;
	mutex (((account *[]){ a, b })[first]) { if (first) b->balance++; else a->balance++; }
	mutex (of(a, b, first)) { if (first) a->balance++; }
	mutex (*(account *)(void *)((void)0, a)) a->balance++;
	waituntil (of(a, b, first)) { of(a, b, first)->balance++; }
}

static void either_by_call(struct queue *a, struct queue *b, bool first)
{
	pthread_mutex_lock(first ? &a->lock : &b->lock);
	if (first) a->count++;
	else b->count++;
	pthread_mutex_unlock(first ? &a->lock : &b->lock);
}

/* the pointer may have changed, and there is another lock beside */
static void list(account *all[], int n, account *beside)
{
	account *a = all[0];
	mutex (a, beside) {
		a->balance++;
		if (n > 1) a = all[1];
		beside->balance++;
	}
}

/* functions that lock */
static int taken(struct queue *q)
{
	struct node *n = NULL;
	pthread_mutex_lock(&q->lock);
	while (q->count == 0) {
		pthread_mutex_unlock(&q->lock);
		conc_yield();
		pthread_mutex_lock(&q->lock);
	}
	n = q->head;
	q->head = n->next;
	q->count--;
	pthread_mutex_unlock(&q->lock);
	int v = n->v;
	free(n);
	return v;
}

/* helpers of callers that hold the lock, or own the object */
static void helper(account *a) { a->balance++; }
static void inner(struct queue *q, struct node *n) { n->next = q->head, q->head = n, q->count++; }
static void put(struct queue *q, int v)
{
	struct node *n = malloc(sizeof *n);
	n->v = v;
	pthread_mutex_lock(&q->lock);
	inner(q, n);
	pthread_mutex_unlock(&q->lock);
}
static void init(account *a, long n) { a->balance = n; }
static void set_up(void) { shared.balance = 1, drops = 0; }

/* made here, and ended here */
struct allocator { void *(*allocate)(size_t count, size_t size); void (*free)(void *); };
static void account_free(const struct allocator *from, account *a)
{
	if (!a) return;
	mutex (a) a->balance++;
	if (a->balance) a->at[0] = a->balance;
	from->free(a);
}
static account *account_from(struct allocator from, long n)
{
	account *a;
	a = (account *)from.allocate(1, sizeof *a);
	a->balance = n;
	return a;
}
static account *account_new(long n)
{
	account *a = new account {};
	a->balance = n;
	a->at[0] = 1;
	return a;
}

thread teller { account *a; struct queue *q; };
void main(teller *self)
{
	fields(self->a);
	mutex (self->a) helper(self->a);
	put(self->q, 5);
	mutex (shared) { shared.balance++; drops++; }
}
static long work(account *a) { mutex (a) return a->balance; }

static long joined(account *a) { return join(spawn work(a)); }
static void joined_later(account *a, long *sum)
{
	struct job { task(long) both[2]; } *job = new struct job {};
	job->both[0] = spawn work(a);
	job->both[1] = spawn work(a);
	*sum += join(job->both[0]) + join(job->both[1]);
	delete job;
}

static long in_a_function(void)
{
	account own = { 1 };
	long n = 0;
	scope { spawn work(&own); spawn work(&own); }
	n += own.balance;
	task(long) t = spawn work(&own);
	n += join(t);
	own.balance = n;
	n = joined(&own);
	joined_later(&own, &n);
	return own.balance;
}

int main(void)
{
	account a = { 5 }, *b = account_new(3), *d, many[2] = { { 1 }, { 2 } };
	struct allocator from = { calloc, free };
	struct queue q = { .lock = PTHREAD_MUTEX_INITIALIZER };
	conc_condition c = { 0 };
	d = account_from(from, 3);
	init(&a, 7);
	set_up();
	shared.balance++;
	q.count = 0;
	{
		teller t[2] = { { &a, &q }, { &a, &q } };
	}
	a.balance++;
	drops++;
	teller *t[2];
	for (int i = 0; i < 2; i++) t[i] = new teller { b, &q };
	for (int i = 0; i < 2; i++) delete t[i];
	b->balance++;
	two(&a, b);
	elements(many, 1);
	either(&many[0], &many[1], true);
	either_by_call(&q, &q, true);
	q.count--;
	list((account *[]){ &many[0], &many[1] }, 2, b);
	condition(&a, &c);
	int sum = 0;
	for (int i = 0; i < 4; i++) sum += taken(&q);
	printf("%ld %ld %ld %d %d %ld\n", a.balance, b->balance, shared.balance, drops, sum, in_a_function() + reads(&a) + unlocked(b));
	account_free(&from, d);
	delete b;
}
