// SPDX-License-Identifier: MIT
// The process's exit status is main's.
#include <conc.h>

thread worker { int n; };
void main(worker *self) { self->n = 1; }

int main(void)
{
	worker w = {0};
	return 42;
}
