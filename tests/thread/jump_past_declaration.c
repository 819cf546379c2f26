// SPDX-License-Identifier: MIT
// A jump past the declaration of a thread, as past that of a variable length array, is an error.
#include <conc.h>

thread worker { int n; };
void main(worker *self) { self->n++; }

void f(int n)
{
	if (n) goto past;
	worker w = { n };
past:
	join(w);
	switch (n) {
		worker v = {0};
	case 1:
		join(v);
	}
}
