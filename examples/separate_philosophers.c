// SPDX-License-Identifier: MIT
// Five philosophers, each on a handler of its own, and five forks. A fork has nothing to do on its own account, so its
// handler is passive: who reserves it uses it directly. Both forks are reserved in one step; so everybody may name the left
// one first, and nobody starves.
#include <conc.h>
#include <stdio.h>

enum { SEATS = 5, MEALS = 500 };

typedef struct { int uses; bool in_hand; } fork;
typedef struct { separate fork *left, *right; int meals, quarrels; } philosopher;

static bool pick_up(fork *f)
{
	bool was_free = !f->in_hand;
	f->in_hand = true;
	f->uses++;
	return was_free;
}

static void put_down(fork *f) { f->in_hand = false; }

static void live(philosopher *self, int times)
{
	for (int i = 0; i < times; i++)
		separate (self->left, self->right) {
			if (!pick_up(self->left) || !pick_up(self->right)) self->quarrels++;
			self->meals++;
			conc_yield();	// chew, forks in hand
			put_down(self->left);
			put_down(self->right);
		}
}

int main(void)
{
	separate fork *forks[SEATS];
	separate philosopher *table[SEATS];
	for (int i = 0; i < SEATS; i++) {
		forks[i] = new separate fork {};
		conc_set_passive(forks[i]);
	}
	for (int i = 0; i < SEATS; i++) {
		table[i] = new separate philosopher { .left = forks[i], .right = forks[(i + 1) % SEATS] };
		separate (p = table[i]) live(p, MEALS);
	}
	int quarrels = 0;
	for (int i = 0; i < SEATS; i++) {
		separate (p = table[i]) {
			printf("philosopher %d ate %d times\n", i, p->meals);	// waits for the end of live
			quarrels += p->quarrels;
		}
		delete table[i];
	}
	for (int i = 0; i < SEATS; i++) {
		separate (f = forks[i]) printf("fork %d was used %d times\n", i, f->uses);
		delete forks[i];
	}
	printf("%d quarrels\n", quarrels);
}
