// SPDX-License-Identifier: MIT
// After join, by object or by pointer, a thread's fields are its result.
#include <conc.h>
#include <stdio.h>

thread square { long n, result; };

void main(square *self)
{
	self->result = self->n * self->n;
}

int main(void)
{
	square s[2] = { { 3 }, { 4 } }, *p = &s[1];
	join(s[0]);
	join(p);
	join(*p);
	printf("%ld %ld\n", s[0].result, p->result);
}
