// SPDX-License-Identifier: MIT
// class: order
// Main reads the result in a thread's members before it joins the thread.
#include <conc.h>
#include <stdio.h>

thread summer { int n; long sum; };

void main(summer *self)
{
	for (int i = 1; i <= self->n; i++)
		self->sum += i;	/* races */
}

int main(void)
{
	summer *s = new summer { 100, 0 };
	long early = s->sum;	/* races */

	delete s;
	printf("%s\n", early <= 5050 ? "summed" : "too much");
}
