// SPDX-License-Identifier: MIT
// Thread-local storage that is larger than the stacks of libconc's kernel threads.
#include <conc.h>
#include <stdio.h>

static _Thread_local char large[1 << 20];

thread toucher { int n; };

void main(toucher *self)
{
	conc_pin();
	for (unsigned i = 0; i < sizeof large; i += 4096) large[i] = (char)self->n;
	self->n += large[4096];
	conc_unpin();
}

int main(void)
{
	int sum = 0;
	conc_pin();
	{
		toucher t[3] = { { 1 }, { 2 }, { 3 } };
		for (int i = 0; i < 3; i++) {
			join(t[i]);
			sum += t[i].n;
		}
	}
	conc_unpin();
	printf("%d\n", sum);
}
