// SPDX-License-Identifier: MIT
// Thread without semicolon.
#include <conc.h>
#include <stdio.h>

thread worker { int n; }
void main(worker *self) { self->n++; }
int main(void)
{
	worker w = {0};
	join(w);
}
