// flags: -fconc-mpi -Wno-conc-large-message -Wno-unused-parameter
// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan tsan
// States and messages of megabytes go in pieces, and small ones between them; all three directions.
#include <string.h>
#include "remote.h"

enum { CELLS = 500000 };

actor histogram { unsigned counts[CELLS]; };
message many { unsigned first, numbers[60000]; };
message one { unsigned number; };
message show {};

scalable receive (histogram *self, many *m)
{
	for (int i = 0; i < 60000; i++) self->counts[m->numbers[i] % CELLS] += m->first + 1;
}

scalable receive (histogram *self, one *m)
{
	self->counts[m->number % CELLS]++;
}

receive (histogram *self, show *m)
{
	unsigned long sum = 0;

	for (unsigned i = 0; i < CELLS; i++) sum += (unsigned long)self->counts[i] * (i % 1000 + 1);
	printf("%lu\n", sum);
}

export (histogram *self, histogram *replica)
{
}

import (histogram *self, histogram *replica)
{
	for (int i = 0; i < CELLS; i++) self->counts[i] += replica->counts[i];
	memset(replica->counts, 0, sizeof replica->counts);
}

int main(void)
{
	static histogram h;
	static many m;

	conc_actors_start(&split_always);
	for (unsigned round = 0; round < 2; round++) {
		for (unsigned i = 0; i < 60; i++) {
			m.first = i;
			for (unsigned j = 0; j < 60000; j++) m.numbers[j] = i * j * 7919 + round;
			h | m;
			for (unsigned j = 0; j < 10; j++) h | (one){i + j};
		}
		h | (show){};
	}
	stop_and_count();
	expect_remote();
}
