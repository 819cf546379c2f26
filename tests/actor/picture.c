// SPDX-License-Identifier: MIT
#include <conc.h>

actor queue;
actor counter { long n; };
actor savings { inline counter; double rate; };
_Conc_actor queue { long first, last; };

destroy (savings *self);

void f(int n);

void f(int n)
{
	static counter all;
	counter c = { 5 }, d[2], e[n];
	savings s = { { 5 }, 0.1 };
	counter *p = new counter { 3 }, *q = new counter[n], *r = new struct counter[n] { { 1 }, { 2 } };
	savings *t = new savings {};
	p->n += all.n + c.n + d[0].n + e[0].n + s.n;
	delete p;
	delete q;
	delete r;
	delete t;
}
