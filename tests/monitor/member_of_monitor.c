// SPDX-License-Identifier: MIT
// Monitors inside monitors: the inner lock is its own.
#include <conc.h>
#include <stdio.h>

monitor drawer { int coins; };
monitor till { drawer left, right; int total; };

static void pay(drawer * mutex d, int n) { d->coins += n; }

static int close_up(till * mutex t)
{
	mutex (t->left, t->right) t->total = t->left.coins + t->right.coins;
	return t->total;
}

thread customer { drawer *d; int n; };

void main(customer *self)
{
	for (int i = 0; i < 1000; i++) pay(self->d, self->n);
}

int main(void)
{
	till t = {0};
	{
		customer c[4] = { { &t.left, 1 }, { &t.left, 2 }, { &t.right, 3 }, { &t.right, 4 } };
	}
	printf("%d %d %d\n", close_up(&t), t.left.coins, t.right.coins);
}
