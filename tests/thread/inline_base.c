// SPDX-License-Identifier: MIT
// A derived thread has its base's members, and its base's start routine unless it has its own.
#include <conc.h>
#include <stdio.h>

thread worker { int n, result; };
thread doubler { inline worker; int extra; };
thread adder { inline worker; int more; };

void main(worker *self)
{
	self->result = self->n * 2;
}

void main(adder *self)
{
	self->result = self->n + self->more;
}

static int result(worker *w)
{
	join(w);
	return w->result;
}

int main(void)
{
	doubler d = { { 21 }, 5 };
	adder a = { { 1 }, 2 };
	printf("%d %d %d\n", result(&d), result(&a), d.extra);
	worker *p = &d;
	printf("%d %d\n", p->n, p == (worker *)&d);
}
