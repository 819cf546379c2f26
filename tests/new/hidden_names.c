// SPDX-License-Identifier: MIT
// flags: -Wno-shadow
// new and delete of types whose names mean something else at file scope, or in the block.
#include <conc.h>
#include <stdio.h>

monitor m { int a; };
actor counter { int n; };
message add { int by; };
struct s { int a; };

receive (counter *self, add *by) { printf("%d\n", self->n + by->by); return Delete; }

int main(void)
{
	conc_actors_start(NULL);
	struct counter *counter = new struct counter { 30 };
	int add = 4;
	counter | (struct add){ add };
	conc_actors_stop();
	struct s { double d; };
	typedef struct { double d; } m;
	struct s *p = new struct s { 2.5 };
	m *q = new m { 3.5 };
	struct m *r = new struct m { 6 };
	mutex (r) printf("%g %g %d\n", p->d, q->d, r->a);
	delete p;
	delete q;
	delete r;
}
