// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
// The first member is a structure, and its value one expression: a literal, a call, a variable.
#include <conc.h>
#include <stdio.h>

struct point { int x, y; };
typedef int quad __attribute__((vector_size(16)));

monitor place { struct point at; int visits, last; };
thread mover { const struct point to; quad by; long sum; };

void main(mover *self)
{
	self->sum = self->to.x + self->to.y + self->by[1];
}

static struct point point(int x, int y) { return (struct point){ x, y }; }

int main(void)
{
	struct point p = { 1, 2 };
	const struct point q = { 3, 4 };
	place a = { (struct point){ 5, 6 } }, b = { p, 7 }, c = { point(8, 9), 10 }, *e = new place { q };
	mover m[2] = { { p, (quad){ 1, 20 } }, { (struct point){ .y = 30 } } };
	printf("%d %d %d %d\n", a.at.y, b.visits, c.at.x, e->at.y);
	join(m[0]);
	join(m[1]);
	printf("%ld %ld\n", m[0].sum, m[1].sum);
	delete e;
}
