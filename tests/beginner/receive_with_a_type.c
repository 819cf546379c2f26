// SPDX-License-Identifier: MIT
// Receive with a type.
#include <conc.h>
#include <stdio.h>

actor counter { int n; };
message add { int by; };
void receive (counter *self, add *m) { self->n += m->by; }
int main(void)
{
	counter *c = new counter {0};
	c | (add){1};
}
