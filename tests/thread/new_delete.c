// SPDX-License-Identifier: MIT
// new starts a thread; delete joins it; an array of them likewise.
#include <conc.h>
#include <stdio.h>

static int done;

thread worker { int n; };

void main(worker *self)
{
	conc_yield();
	__atomic_add_fetch(&done, self->n, __ATOMIC_RELAXED);
}

int main(void)
{
	worker *w = new worker { 1 };
	delete w;
	printf("%d\n", done);
	int n = 5;
	w = new worker[n] { { 10 }, { 10 }, { 10 } };
	join(w[4]);
	delete w;
	printf("%d\n", done);
	w = NULL;
	delete w;
	delete new worker {};
}
