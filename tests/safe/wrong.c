// SPDX-License-Identifier: MIT
// Each thing that -fconc-safe refuses, and what it says.
// flags: -fconc-safe
#include <conc.h>
#include <string.h>

monitor account { long balance; char name[8]; };
struct pool { conc_mutex lock; int used guarded (lock), free; };
struct job { int number; };
struct pair { int *first; };
thread worker { int *to; int done; };

static int count, table[8];
static struct pool pool;
static account shared;

/* ---- static data ---- */
static void helper(void) { count++; }
static void spawned(void) { helper(); }
void called_by_nobody(void) { table[1] = 2; }
static void through_address(void) { memset(table, 0, sizeof table); }

/* ---- locks ---- */
static int maybe(struct pool *p, int locks)
{
	if (locks) conc_mutex_lock(&p->lock);
	int n = p->used;
	if (locks) conc_mutex_unlock(&p->lock);
	return n;
}
static char *name_of(account * mutex a) { return a->name; }

/* ---- what others get ---- */
static void use(int *n) { *n = 1; }
static void use_pool(struct pool *p) { mutex (p->lock) p->used++; }
static void work(struct job *j) { j->number++; }

static int used_while_lent(void)
{
	int n = 0, *p = &n;
	task(void) t = spawn use(p);
	int seen = n;
	join(t);
	return seen + n;
}

static void in_parts(int *all)
{
	scope {
		for (int i = 0; i < 4; i++) spawn use(&all[i]);
	}
}

static void unknown(channel(struct job *) *c, struct job *j) { *c << j; }

static void kept(channel(struct job *) *c, struct job **where)
{
	struct job *j = new struct job {};
	*where = j;
	*c << j;
}

static void sent_and_used(channel(struct job *) *c)
{
	struct job *j = new struct job { 1 };
	mutex (pool.lock) *c << j;
	mutex (pool.lock) j->number = 2;
}

static void by_value(channel(struct pair) *c, struct pair p) { *c << p; }

static void of_automatic(channel(int *) *c) { int n = 1; *c << &n; conc_sleep(1s); }

static void thread_members(void)
{
	int n = 0;
	worker w = { &n };
	w.done = 1;
	join(w);
}
void main(worker *self) { *self->to = self->done; }

static void threads_of_an_array(void)
{
	int n = 0, m = 0;
	worker w[2] = { { &n }, { &n } }, v[3] = { [0 ... 2] = { &m } };
}

static void of_many(future(struct job *) *f) { *f << new struct job { 1 }; }

static int nested(int n)
{
	int twice(void) { return 2 * n; }
	return twice();
}

struct stack { int n; };
static int top(struct stack *s) { return s->n; }
static struct stack *leaked;
static void leak(struct stack *self) { leaked = self; }
static int handlers(separate struct stack *s)
{
	struct stack *plain = (struct stack *)(void *)s;
	separate (s) leak(s);
	return plain == leaked;
}

int main(void)
{
	channel(struct job *) c = {9};
	channel(struct pair) pairs = {1};
	channel(int *) pointers = {1};
	through_address();
	{ task(void) t = spawn spawned(); through_address(); }
	spawn use_pool(&pool);
	spawn work(&(struct job){ 1 });
	_Conc_unchecked { count = 3; spawn use(&count); }
	kept(&c, &(struct job *){ 0 });
	sent_and_used(&c);
	by_value(&pairs, (struct pair){ &count });
	of_automatic(&pointers);
	in_parts(table);
	thread_members();
	threads_of_an_array();
	future(struct job *) f = {};
	of_many(&f);
	return maybe(&pool, 1) + *name_of(&shared) + used_while_lent() + nested(1) + handlers(new separate struct stack {}) + top(&(struct stack){});
}
