// SPDX-License-Identifier: MIT
// class: escape
// A message carries the address of a local variable and of a future. The sender waits for the future.
#include <conc.h>
#include <stdio.h>

actor scale { int weighed; };
message weigh { int of; int *result; future(bool) *done; };

receive (scale *self, weigh *m)
{
	self->weighed++;
	*m->result = 3 * m->of;
	*m->done << true;
}

static int ask(scale *s)
{
	future(bool) done = {};
	int result = -1;

	s | (weigh){ 5, &result, &done };
	waituntil (done) {}
	return result;
}

int main(void)
{
	static scale s;

	conc_actors_start(NULL);
	int n = ask(&s);
	conc_actors_stop();
	printf("%d\n", n);
	return n != 15;
}
