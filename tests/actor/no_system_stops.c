// SPDX-License-Identifier: MIT
// A first send needs a system that the actor can join.
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

int main(void)
{
	counter c;
	c | (add){ 1 };
}
