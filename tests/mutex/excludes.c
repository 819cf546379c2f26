// SPDX-License-Identifier: MIT
// Ten threads increment in two steps, with a yield in between: no increment is lost.
#include <conc.h>
#include <stdio.h>

conc_mutex lock;
static int count;

thread worker { int times; };

void main(worker *self)
{
	for (int i = 0; i < self->times; i++)
		mutex (lock) {
			int seen = count;
			conc_yield();
			count = seen + 1;
		}
}

int main(void)
{
	{
		worker w[10] = { { 100 }, { 100 }, { 100 }, { 100 }, { 100 }, { 100 }, { 100 }, { 100 }, { 100 }, { 100 } };
	}
	printf("%d\n", count);
}
