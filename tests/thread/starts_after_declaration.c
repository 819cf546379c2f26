// SPDX-License-Identifier: MIT
// Threads start when their whole declaration is complete: the first sees the second initialised.
#include <conc.h>
#include <stdio.h>

thread worker { int value; worker **other; int seen; };

void main(worker *self)
{
	self->seen = (*self->other)->value;
}

int main(void)
{
	worker *pa, *pb;
	worker a = { 10, &pb }, b = { (pa = &a, pb = &b, 20), &pa };
	join(a);
	join(b);
	printf("%d %d\n", a.seen, b.seen);
}
