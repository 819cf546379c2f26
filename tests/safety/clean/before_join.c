// SPDX-License-Identifier: MIT
// class: order
// Main reads the result in a thread's members after it has joined the thread.
#include <conc.h>
#include <stdio.h>

thread summer { int n; long sum; };

void main(summer *self)
{
	for (int i = 1; i <= self->n; i++)
		self->sum += i;
}

int main(void)
{
	summer *s = new summer { 100, 0 };

	join(s);
	long sum = s->sum;
	delete s;
	printf("%ld\n", sum);
	return sum != 5050;
}
