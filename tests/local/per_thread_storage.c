// SPDX-License-Identifier: MIT
// conc_local storage is per user thread, zeroed at first use, ended at the thread's end.
#include <conc.h>
#include <stdio.h>

static _Atomic int ended;

static void fini(void *value)
{
	ended += *(int *)value;
}

static struct conc_local key = { fini };

thread worker { int n, wrong; };

void main(worker *self)
{
	int *mine = conc_local_get(&key, sizeof *mine);
	self->wrong = *mine != 0;
	*mine = self->n;
	for (int i = 0; i < 50; i++) {
		conc_yield();
		self->wrong += *(int *)conc_local_get(&key, sizeof *mine) != self->n;
	}
}

int main(void)
{
	{
		worker w[3] = { { 1 }, { 10 }, { 100 } };
		for (int i = 0; i < 3; i++) {
			join(w[i]);
			printf("%d ", w[i].wrong);
		}
	}
	printf("%d\n", ended);
}
