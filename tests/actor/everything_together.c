// SPDX-License-Identifier: MIT
// Actors automatic, static, from new, in arrays; messages by value and by reference; inheritance; destroy.
#include <conc.h>
#include <stdio.h>

actor counter { long n; const char *name; };
actor savings { inline counter; double rate; };
message add { long by; };
message get { future(long) *reply; };
message note { inline add; const char *text; };

static _Atomic int destroyed, notes;

receive (counter *self, add *m)
{
	if (!m->by) return;
	self->n += m->by;
}

receive (counter *self, get *m)
{
	*m->reply << self->n;
	if (self->n == 100) return Delete;
}

receive (savings *self, get *m)
{
	*m->reply << (long)((double)self->n * (1 + self->rate));
	return Nodelete;
}

destroy (counter *self) { destroyed += self->name != NULL; }
destroy (savings *self) { self->name = "gone"; destroyed += 10; }
destroy (note *self) { notes += self->text != NULL; }

static long ask_counter(counter *c)
{
	future(long) f = {};
	long n;
	c | (get){ &f };
	n << f;
	return n;
}

static long ask_savings(savings *s)
{
	future(long) f = {};
	long n;
	s | (get){ &f };
	n << f;
	return n;
}

static counter shared = { .name = "static" };

int main(void)
{
	int three = 3;
	conc_actors_start(NULL);
	{
		counter one = { 5, "one" }, some[2], many[three];
		savings s = { { 200 }, 0.5 };
		add m = { 2 };
		one | m | (add){ 3 } | (add){};
		some[1] | m;
		many[2] | m | m;
		s | m;
		shared | m;
		printf("%ld %ld %ld %ld %ld %ld\n", ask_counter(&one), ask_counter(&some[0]), ask_counter(&some[1]),
		       ask_counter(&many[2]), ask_savings(&s), ask_counter(&shared));
	}
	counter *p = new counter { 90, "p" }, *v = new struct counter[three] { { 1 }, { 2, "second" } };
	savings *s = new savings { { 1, NULL }, 1 };
	counter *q = new counter { .name = "q" };
	note *n = new note { { 10 }, "ten" };
	add *a = new add[2] { { 1 }, { 2 } };
	conc_set_disposition(n, Delete);
	p | n;
	q | &a[0] | &a[1];
	v[1] | &a[1];
	printf("%ld %ld %ld %ld\n", ask_counter(p), ask_counter(&v[1]), ask_savings(s), ask_counter(q));
	delete q;
	delete v;
	delete s;
	delete a;
	conc_actors_stop();
	printf("%d destroyed, %d note\n", destroyed, notes);
	return 0;
}
