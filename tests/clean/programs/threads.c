/* SPDX-License-Identifier: MIT */
/* thread, join, new and delete of threads and of anything else. */
#include <conc.h>
#include <stdio.h>

thread worker { int *to; unsigned char by; };
thread quiet { char c; };
thread foreman { inline worker; long more; };
thread counted { inline worker; };
thread chief;
thread chief { chief *next; const char *name; double part[3]; };

void main(worker *self) { __atomic_fetch_add(self->to, self->by, __ATOMIC_RELAXED); }
static void main(quiet *self) { (void)self; }
static void main(chief *self)
{
	if (self->next) join(self->next);
}
void main(foreman *self)
{
	self->more += self->by;
}

static int arrays(int n, int m)
{
	int sum = 0;
	{
		worker one = { &sum, 1 }, two[2] = { { &sum, 1 }, { &sum, 1 } }, *p = &one;
		worker square[2][2] = { { { &sum, 1 }, { &sum, 2 } }, { { &sum, 3 }, { &sum, 4 } } };
		foreman f = { { &sum, 4 }, 5 };
		counted c = { { .to = &sum, .by = 2 } };
		join(one);
		join(p);
		join(two[1]);
		join(&square[1][0]);
		join(f);
		for (int i = 0; i < 2; i++) join(square[0][i]);
		join(c);
	}
	for (int i = 0; i < n; i++) {
		quiet some[m], q = { 'a' }, r;
		chief boss = { NULL, "boss", { 1, 2, 3 } }, under = { &boss, "under", { 0 } };
		if (i == 1) continue;
		if (i == 3) break;
		q.c = some[0].c = r.c;
		if (under.next != &boss) return -1;
	}
	return sum;
}

static int heap(int n)
{
	int sum = 0;
	size_t size = 3;
	worker *w = new worker { &sum, 3 };
	worker *v = new worker[2] { { &sum, 1 }, { &sum, 2 } };
	quiet *q = new quiet[n];
	quiet *r = new quiet {};
	foreman *f = new foreman { { &sum, 1 }, 2 };
	double *d = new double[size] { 0.5 };
	int *i = new int { 5 }, *z = new int[size];
	struct bank { int a, b; } *s = NULL;
	join(w);
	join(v[0]);
	delete w;
	delete v;
	delete q;
	delete r;
	delete f;
	sum += *i + z[0] + (d[0] > 0.25);
	delete d;
	delete i;
	delete z;
	delete s;
	return sum;
}

int main(void)
{
	printf("%d %d\n", arrays(5, 2), heap(2));
	return 0;
}
