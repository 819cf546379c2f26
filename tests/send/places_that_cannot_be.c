// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdbool.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

static counter c;
static add one = {1};
int at_file_scope = sizeof(&c | one);
void take(counter *p);

counter *f(counter *p, bool ok, int i)
{
	counter *q = p | one;
	q = p | one;
	take(p | one);
	if (p | one) i++;
	while (p | one) i--;
	do i--; while (p | one);
	switch ((c | one) != 0) { default: break; }
	for (p | one; p | one; p | one) i++;
	ok && p | one;
	ok || p | one;
	p | one && ok;
	i = (p | one) == q;
	c | one, i++;
	c | one, c | (add){2};
	i ? c | one : c | (add){2};
	c | ok ? one : (add){2};
	i = sizeof(c | one);
	__typeof__(c | one) t;
	i = _Generic(p | one, counter *: 1);
	(void)(c | one);
	!(p | one);
	(c | one)->n++;
	i = i | (p | one);
	p | one | one ^ 1;
	spawn take(p | one);
	(void)t;
	return p | one;
}
