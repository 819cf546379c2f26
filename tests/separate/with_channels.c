// SPDX-License-Identifier: MIT
// An object with channels, futures, locks and a monitor in it: they begin as those of any object, and end with it.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
struct office { conc_mutex m; channel(int) in; future(int) done; account a; int got; };
typedef separate struct office *office_ref;

static void put(struct office *o, int n) { o->in << n; }
static void take(struct office *o)
{
	int x;
	x << o->in;
	mutex (o->m, o->a) o->got += x, o->a.balance += x;
}
static void tell(struct office *o) { o->done << o->got; }
static int told(struct office *o)
{
	int n;
	n << o->done;
	return n;
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		office_ref o = new separate struct office { .in = { 2 }, .a = { 100 } };
		separate (o) {
			put(o, 3), put(o, 4);
			take(o), take(o);
			tell(o);
			printf("%d %ld\n", told(o), o->a.balance);
		}
		delete o;
	}
}
