// SPDX-License-Identifier: MIT
// conc_self is the thread's own, and the same for its whole life.
#include <conc.h>
#include <stdio.h>

thread worker { struct conc_thread *me; int same; };

void main(worker *self)
{
	self->me = conc_self();
	self->same = 1;
	for (int i = 0; i < 100; i++) {
		conc_yield();
		self->same &= self->me == conc_self();
	}
}

int main(void)
{
	worker w[2] = { { .me = NULL }, { .me = NULL } };
	join(w[0]);
	join(w[1]);
	printf("%d %d %d %d\n", w[0].same, w[1].same, w[0].me != w[1].me, w[0].me != conc_self());
}
