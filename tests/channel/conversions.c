// SPDX-License-Identifier: MIT
// A send converts as by assignment to the element, a receive as by assignment to the lvalue.
#include <conc.h>
#include <stdio.h>

enum color { RED, GREEN = 7 };
struct bits { unsigned few : 3; signed more : 5; };
monitor account { long n; };
monitor savings { inline account; double rate; };

int main(void)
{
	channel(int) ints = {8};
	channel(unsigned char) bytes = {8};
	channel(double) reals = {8};
	channel(_Bool) truths = {8};
	channel(enum color) colors = {8};
	channel(const char *) texts = {8};
	channel(void *) anything = {8};
	channel(account *) accounts = {2};
	channel(savings *) derived = {2};
	struct bits b = {1, 1};
	double d = 0;
	long wide = 0;
	int i;
	volatile short narrow = 0;
	_Atomic int shared = 0;
	register unsigned reg = 0;
	d = 3.9;
	ints << d;
	ints << 'a';
	d << ints;
	wide << ints;
	printf("%g %ld\n", d, wide);
	i = 257;
	bytes << i;
	i << bytes;
	bytes << -1;
	if (i << bytes) printf("%d\n", i);
	for (i = 2; i < 9; i++) ints << i;
	b.few << ints;
	b.more << ints;
	if (b.few << ints && narrow << ints && shared << ints && reg << ints && d << ints)
		printf("%u %d %d %d %u %g\n", b.few, b.more, narrow, shared, reg, d);
	reals << 7;
	i << reals;
	truths << 256;
	i << truths;
	colors << GREEN;
	enum color color;
	color << colors;
	printf("%d %d\n", i, color);
	char text[] = "text";
	const char *t;
	texts << text;
	texts << "constant";
	texts << 0;
	for (t << texts; t; t << texts) printf("%s ", t);
	void *v;
	anything << &b;
	anything << &ints;
	v << anything;
	channel(int) *p;
	p << anything;
	printf("%d %d\n", v == (void *)&b, p == &ints);
	savings s = {{5}, 0.5}, *back;
	account *a;
	accounts << &s;
	derived << &s;
	a << accounts;
	printf("%ld ", a->n);
	back << derived;
	derived << back;
	a << derived;
	printf("%ld %d\n", a->n, (savings *)a == back);
	derived << back;
	if (a << derived) printf("%ld\n", a->n);
}
