// SPDX-License-Identifier: MIT
#include <conc.h>

message add { long by; const char *why; };
message ping {};
message get { future(long) *reply; struct { future(int) *others[2]; int n; } in; };
message sum { inline add; long more; };
message urgent { inline conc_control; int n; };

static destroy (add *self) { self->by = 0; }

static add first = { 1 }, all[2] = { { 1 }, { 2, "two" } };

long f(int n);

long f(int n)
{
	add one, two = { 2 }, three = { .why = "three", .by = 3 }, some[n];
	ping p = { 0 };
	sum s = { { 1 }, 2 };
	add *made = new add { 4 }, *many = new add[n];
	struct pair { add a; int n; } pair = { one, 1 }, other = { { 5 }, 1 };
	one = (add){ n };
	one = two;
	delete made;
	delete many;
	return one.by + three.by + s.by + first.by + all[0].by + some[0].by + pair.n + other.n + (long)sizeof p;
}
