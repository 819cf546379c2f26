// SPDX-License-Identifier: MIT
// Receive by value.
#include <conc.h>
#include <stdio.h>

actor counter { int n; };
message add { int by; };
receive (counter *self, add m) { self->n += m.by; }
int main(void)
{
	return 0;
}
