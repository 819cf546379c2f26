// SPDX-License-Identifier: MIT
// A scalable behaviour that sends to its own actor: a search that divides its work until it is small, any number of queens
// problems at once. The pointer to the actor comes by export; the ordinary message that the last part sends sees all parts.
#include <conc.h>
#include <stdio.h>

enum { SIZE = 7 };

actor search { struct search *whole; long *left, boards, solutions; };
message board { int row; unsigned columns, down, up; };
message print {};

receive (search *self, print *m) { printf("%ld solutions\n", self->solutions); }

static long solve(int row, unsigned columns, unsigned down, unsigned up)
{
	long n = 0;
	if (row == SIZE) return 1;
	for (unsigned free = ~(columns | down | up) & ((1u << SIZE) - 1); free; free &= free - 1) {
		unsigned here = free & -free;
		n += solve(row + 1, columns | here, (down | here) << 1, (up | here) >> 1);
	}
	return n;
}

// For the sends in it.
scalable receive (search *self, board *m);

scalable receive (search *self, board *m)
{
	self->boards++;
	if (m->row == 3) {
		self->solutions += solve(m->row, m->columns, m->down, m->up);
	} else {
		for (unsigned free = ~(m->columns | m->down | m->up) & ((1u << SIZE) - 1); free; free &= free - 1) {
			unsigned here = free & -free;
			__atomic_fetch_add(self->left, 1, __ATOMIC_RELAXED);
			*self->whole | (board){ m->row + 1, m->columns | here, (m->down | here) << 1, (m->up | here) >> 1 };
		}
	}
	if (__atomic_sub_fetch(self->left, 1, __ATOMIC_ACQ_REL) == 0) *self->whole | (print){};
}

export (search *self, search *replica) { replica->whole = self->whole, replica->left = self->left; }
import (search *self, search *replica)
{
	self->boards += replica->boards, self->solutions += replica->solutions;
	replica->boards = replica->solutions = 0;
}

int main(void)
{
	long left = 5;
	search s = { &s, &left };
	conc_scaling_actor(&s, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE });
	conc_actors_start(NULL);
	for (int i = 0; i < 5; i++) s | (board){ 0 };
	conc_actors_stop();
	printf("%ld boards\n", s.boards);
}
