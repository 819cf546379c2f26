// SPDX-License-Identifier: MIT
// Savina's NQueensK: a master hands boards to workers; a worker places one more queen in all ways and hands the boards back,
// or, near the leaves, counts what is left by itself. Boards go by reference, each made by new, and end by themselves.
//     nqueens [N [WORKERS]]
#include <conc.h>
#include <stdio.h>
#include <string.h>
#include "size.h"

enum { MOST = 16, ALONE = 4 };

actor master;
message board { int queens, size; signed char at[MOST]; };
message found { long solutions; };
message finished_with {};
actor worker { master *to; };
actor master { worker *workers; long count, next, open, solutions; };

receive (master *self, board *m);
receive (master *self, found *m);
receive (master *self, finished_with *m);

static bool safe(const board *b, int row)
{
	for (int i = 0; i < b->queens; i++) {
		int d = b->at[i] - row;
		if (d == 0 || d == b->queens - i || d == i - b->queens) return false;
	}
	return true;
}

static long solutions(board *b)
{
	if (b->queens == b->size) return 1;
	long sum = 0;
	for (int row = 0; row < b->size; row++) {
		if (!safe(b, row)) continue;
		b->at[b->queens++] = (signed char)row;
		sum += solutions(b);
		b->queens--;
	}
	return sum;
}

static board *with_queen(const board *b, int row)
{
	board *longer = new board { b->queens + 1, b->size };
	memcpy(longer->at, b->at, sizeof b->at);
	longer->at[b->queens] = (signed char)row;
	conc_set_disposition(longer, Delete);
	return longer;
}

receive (worker *self, board *m)
{
	if (m->size - m->queens <= ALONE) {
		self->to | (found){ solutions(m) };
	} else {
		for (int row = 0; row < m->size; row++)
			if (safe(m, row)) self->to | with_queen(m, row);
	}
	self->to | (finished_with){};
}

receive (master *self, board *m)
{
	self->open++;
	self->workers[self->next++ % self->count] | m;
}

receive (master *self, found *m) { self->solutions += m->solutions; }

receive (master *self, finished_with *m)
{
	(void)m;
	if (--self->open) return Nodelete;
	for (long i = 0; i < self->count; i++) self->workers[i] | finished_message;
	return Finished;
}

int main(int argc, char **argv)
{
	static const long known[] = { 1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200 };
	int n = (int)size_of_run(argc, argv, 1, 8, 5);
	long workers = size_of_run(argc, argv, 2, 8, 2);
	conc_test_assert(n < (int)(sizeof known / sizeof *known));
	worker w[workers];
	master m = { w, workers };
	for (long i = 0; i < workers; i++) w[i].to = &m;
	board *empty = new board { .size = n };
	conc_set_disposition(empty, Delete);
	conc_actors_start(&(struct conc_actors_config){ .stealing = CONC_STEAL_RANDOM });
	m | empty;
	conc_actors_wait();
	conc_actors_stop();
	conc_test_assert(m.solutions == known[n]);
	puts("ok");
}
