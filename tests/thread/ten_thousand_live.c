// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan
// Ten thousand threads that all live at once.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10000 };

static conc_mutex lock;
static conc_condition all;
static int live;

thread worker { int done; };

void main(worker *self)
{
	mutex (lock) {
		if (++live == N) conc_broadcast(&all);
		while (live < N) conc_wait(&all, &lock);
	}
	self->done = 1;
}

int main(void)
{
	worker **w = calloc(N, sizeof *w);
	int done = 0;
	for (int i = 0; i < N; i++) w[i] = new worker {};
	for (int i = 0; i < N; i++) {
		join(w[i]);
		done += w[i]->done;
		delete w[i];
	}
	free(w);
	printf("%d %d\n", live, done);
}
