// SPDX-License-Identifier: MIT
// Uses that need no warning: before, after a wait, of a copy, of a new object, under a lock, by nobody else.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct job { int first, last, own; _Atomic int hits; };
struct plain { int n, own; };
struct shared { conc_mutex lock; int n guarded (lock); };
message item { int n, own; };
message work { const int *at; future(int) *reply; };
actor worker { int sum, limit; };
actor ender { int sum; };
actor chief { worker *first; ender *second; int seen; };
message go { future(bool) *done; };
message look {};

receive (worker *self, item *m) { self->sum += m->n; }
receive (worker *self, work *m) { *m->reply << *m->at + self->limit; }
receive (worker *self, go *m) { self->sum++; *m->done << true; }
receive (ender *self, item *m) { self->sum += m->n; return Finished; }
receive (chief *self, look *m)
{
	worker *made = new worker { .sum = 3 };
	made->sum++;
	*made | (item){ 1 };
	self->seen = self->first->limit;			// no behaviour changes it
	if (self->second) self->seen += self->second->sum;	// it may have ended
	delete made;
}
destroy (chief *self) { self->seen = self->first->sum; }

static long take(channel(struct plain *) *in, channel(struct plain *) *back)
{
	struct plain *p;
	long sum = 0;
	while (p << in) {
		sum += p->n;
		*back << p;
	}
	return sum;
}

static void fill(struct plain *p, int n) { p->n = n; }

static void round_and_back(channel(struct plain *) *out, channel(struct plain *) *back)
{
	static struct plain p, all[3];
	struct plain *mine = &p;
	mine->n = 1;
	*out << mine;
	mine->own = 4;			// nobody else uses it
	mine << *back;
	mine->n = 2;			// it came back
	fill(mine, 3);
	*out << mine;
	mine << *back;
	for (int i = 0; i < 3; i++) {
		all[i].n = i;		// another one each time
		*out << &all[i];
	}
	for (int i = 0; i < 3; i++) mine << *back;
	for (struct plain *q = all; q < all + 3; q++) {
		q->n = 1;
		*out << q;
		q = all + 2;
		q->own = 1;
	}
	mine << *back;
	mine = NULL;
	struct plain *last = new struct plain { 1, 1 };
	*out << last;
	last = new struct plain { 2, 1 };
	last->n = 3;
	delete last;
	last << *back;
	delete last;
}

static void of_others(channel(struct job *) *jobs, channel(struct shared *) *all)
{
	static struct job j;
	static struct shared s;
	*jobs << &j;
	j.hits++;			// atomic: the structure is meant to be shared
	*all << &s;
	mutex (s.lock) s.n++;
	if (!conc_try_send(jobs, &j)) j.last = 1;
}

static void messages(worker *w)
{
	future(int) reply = {};
	future(bool) done = {};
	static int n;
	int got;
	item i = { 1, 0 };
	i.n = 2;
	*w | i;
	i.n = 3;			// w has a copy
	*w | &i;
	if (i.n != 3) abort();		// no behaviour changes it
	n = 4;
	*w | (work){ &n, &reply };
	got << reply;
	n = got;
	for (int k = 0; k < 3; k++) {
		item *each = new item { k, 0 };
		conc_set_disposition(each, Delete);
		each->n++;
		*w | each;
	}
	*w | (go){ &done };
	waituntil (done) {}
	printf("%d\n", w->sum);		// asked, and answered
}

static int twice(int n, int *to) { return *to = 2 * n; }

static int joined(void)
{
	int a[3] = { 0 }, sum = 0;
	scope { for (int i = 0; i < 3; i++) spawn twice(i, &a[i]); }
	for (int i = 0; i < 3; i++) sum += a[i];
	return sum;
}

void elements(channel(struct plain *) *c)	// each is sent by itself
{
	static struct plain of[2];
	*c << &of[0];
	of[1].n = 1;
}

static int by_actors_that_end(void)
{
	static item i = { 2, 0 };
	int sum;
	{
		worker w = {};
		w.sum = 1;
		w | &i;
	}
	i.n = 5;			// w has ended
	static ender e;
	e.sum = i.n;
	e | i;
	conc_actors_wait();
	sum = e.sum;
	return sum;
}

int main(void)
{
	channel(struct plain *) out = { 4 }, back = { 4 };
	channel(struct job *) jobs = { 4 };
	channel(struct shared *) all = { 4 };
	task(long) t = spawn take(&out, &back);
	round_and_back(&out, &back);
	conc_close(&out);
	printf("%ld\n", join(t));
	of_others(&jobs, &all);
	printf("%d\n", joined());
	conc_actors_start(NULL);
	static worker w;
	static chief c = { .first = &w };
	w.sum = 0;
	messages(&w);
	c | (look){};
	conc_actors_stop();
	printf("%d\n", w.sum);
	conc_actors_start(NULL);
	printf("%d\n", by_actors_that_end());
	conc_actors_stop();
}
