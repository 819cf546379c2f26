// SPDX-License-Identifier: MIT
// Receive misspelt.
#include <conc.h>
#include <stdio.h>

actor counter { int n; };
message add { int by; };
recieve (counter *self, add *m) { self->n += m->by; }
int main(void)
{
	return 0;
}
