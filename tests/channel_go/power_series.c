// SPDX-License-Identifier: MIT
// schedules: leaks:off
// Power series: threads that give a coefficient when they are asked for one. exp is fed with its own result,
// so a splitter must go on serving while it waits for the next coefficient.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { long num, den; } ratio;
typedef struct {
	channel(int) ask;
	channel(ratio) term;
} series;

enum { MOST = 1000, TERMS = 10 };

static series *make(void)
{
	static series all[MOST];
	static int made;
	int i = __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
	conc_test_assert(i < MOST);
	return &all[i];
}

static ratio of(long num, long den)
{
	long a = labs(num), b = den;
	while (b) {
		long rest = a % b;
		a = b;
		b = rest;
	}
	return (ratio){ num / a, den / a };
}

static ratio times(ratio a, ratio b)
{
	ratio x = of(a.num, b.den), y = of(b.num, a.den);
	return of(x.num * y.num, x.den * y.den);
}

static ratio plus(ratio a, ratio b)
{
	long part = of(a.den, b.den).den; // what b.den has that a.den has not
	return of(a.num * part + b.num * (a.den * part / b.den), a.den * part);
}

static ratio get(series *u)
{
	ratio r;
	u->ask << 1;
	r << u->term;
	return r;
}

static void put(series *z, ratio r)
{
	(void)conc_receive(&z->ask);
	z->term << r;
}

// A coefficient of each, whichever comes first.
static void get_two(series *u, series *v, ratio *a, ratio *b)
{
	int u_to_do = 2, v_to_do = 2;
	while (u_to_do + v_to_do) {
		when (u_to_do == 2) waituntil (u->ask << 1) u_to_do--;
		or when (v_to_do == 2) waituntil (v->ask << 1) v_to_do--;
		or when (u_to_do == 1) waituntil (*a << u->term) u_to_do--;
		or when (v_to_do == 1) waituntil (*b << v->term) v_to_do--;
	}
}

static void run_copy(series *u, series *z)
{
	for (;;) {
		(void)conc_receive(&z->ask);
		z->term << get(u);
	}
}

static void run_repeat(series *z, ratio r)
{
	for (;;) put(z, r);
}

static void run_add(series *u, series *v, series *z)
{
	for (ratio a, b;;) {
		(void)conc_receive(&z->ask);
		get_two(u, v, &a, &b);
		z->term << plus(a, b);
	}
}

static void run_scale(ratio c, series *u, series *z)
{
	for (;;) {
		(void)conc_receive(&z->ask);
		z->term << times(c, get(u));
	}
}

static void run_derive(series *u, series *z)
{
	for (long i = 0;; i++) {
		(void)conc_receive(&z->ask);
		if (i == 0) get(u);
		z->term << times(of(i + 1, 1), get(u));
	}
}

static void run_integrate(ratio c, series *u, series *z)
{
	put(z, c);
	for (long i = 1;; i++) {
		(void)conc_receive(&z->ask);
		z->term << times(of(1, i), get(u));
	}
}

static void run_split(series *u, series *first, series *second)
{
	ratio got[TERMS + 2], next;
	int have = 0, given[2] = { 0 }, v = 0;
	bool asked[2] = { false }, fetching = false;
	for (;;) {
		when (!asked[0]) waituntil (v << first->ask) asked[0] = v;
		or when (!asked[1]) waituntil (v << second->ask) asked[1] = v;
		or when (fetching) waituntil (next << u->term) { got[have++] = next; fetching = false; }
		for (int k = 0; k < 2; k++) {
			series *to = k ? second : first;
			if (!asked[k]) continue;
			if (given[k] < have) {
				to->term << got[given[k]++];
				asked[k] = false;
			} else if (!fetching) {
				u->ask << 1;
				fetching = true;
			}
		}
	}
}

static series *repeat(ratio r)
{
	series *z = make();
	spawn run_repeat(z, r);
	return z;
}

static series *add(series *u, series *v)
{
	series *z = make();
	spawn run_add(u, v, z);
	return z;
}

static series *scale(ratio c, series *u)
{
	series *z = make();
	spawn run_scale(c, u, z);
	return z;
}

static series *derive(series *u)
{
	series *z = make();
	spawn run_derive(u, z);
	return z;
}

static series *integrate(ratio c, series *u)
{
	series *z = make();
	spawn run_integrate(c, u, z);
	return z;
}

static void split(series *u, series *z[2])
{
	spawn run_split(u, z[0], z[1]);
}

static series *multiply(series *u, series *v);

// (a + x u)(b + x v) = ab + x (a v + b u) + x² u v
static void run_multiply(series *u, series *v, series *z)
{
	ratio a, b;
	series *us[2] = { make(), make() }, *vs[2] = { make(), make() };
	(void)conc_receive(&z->ask);
	get_two(u, v, &a, &b);
	z->term << times(a, b);
	split(u, us);
	split(v, vs);
	series *w = add(scale(a, vs[0]), scale(b, us[0]));
	(void)conc_receive(&z->ask);
	z->term << get(w);
	run_copy(add(w, multiply(us[1], vs[1])), z);
}

static series *multiply(series *u, series *v)
{
	series *z = make();
	spawn run_multiply(u, v, z);
	return z;
}

// z = exp u, where z' = z u'
static series *exponential(series *u)
{
	series *z[2] = { make(), make() };
	split(integrate(of(1, 1), multiply(z[0], derive(u))), z);
	return z[1];
}

static void print(const char *name, series *u, int n)
{
	printf("%s:", name);
	for (int i = 0; i < n; i++) {
		ratio r = get(u);
		printf(" %ld", r.num);
		if (r.den != 1) printf("/%ld", r.den);
	}
	puts("");
}

int main(void)
{
	ratio one = of(1, 1), zero = of(0, 1), two = of(2, 1);
	series *ones = repeat(one), *twos = repeat(two);
	print("sum", add(ones, twos), TERMS);
	print("scaled", scale(of(-1, 2), twos), TERMS);
	print("derivative", derive(ones), TERMS);
	print("integral", integrate(zero, ones), TERMS);
	print("product", multiply(ones, ones), TERMS);
	print("exp", exponential(ones), TERMS - 2);
}
