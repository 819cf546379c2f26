// SPDX-License-Identifier: MIT
// Five philosophers at a round table, a stick between any two, two sticks to eat. Each names the
// left stick first, which is how they starve in the books; mutex takes both in address order.
#include <conc.h>
#include <stdio.h>

enum { SEATS = 5, MEALS = 1000 };

monitor stick { int uses; };

thread philosopher {
	stick *left, *right;
	int meals;
};

void main(philosopher *self)
{
	while (self->meals < MEALS) {
		mutex (self->left, self->right) {
			self->left->uses++;
			self->right->uses++;
			self->meals++;
			conc_yield();	// chew, sticks in hand
		}
	}
}

int main(void)
{
	static stick s[SEATS];
	{
		philosopher table[SEATS] = {
			{ &s[0], &s[1] }, { &s[1], &s[2] }, { &s[2], &s[3] }, { &s[3], &s[4] }, { &s[4], &s[0] },
		};
	}	// here they have all eaten
	for (int i = 0; i < SEATS; i++)
		printf("stick %d was used %d times\n", i, s[i].uses);
}
