// SPDX-License-Identifier: MIT
// Two objects, each on a handler of its own, which are always of the same colour: who wants to paint or to look reserves
// both in one step, in whichever order they are named.
#include <conc.h>
#include <stdio.h>

enum { PAINTERS = 4, COATS = 2000, LOOKS = 1000 };
enum colour { RED, BLUE, GREEN, WHITE };

typedef struct { enum colour colour; int coats; } wall;

static void set(wall *w, enum colour colour)
{
	w->colour = colour;
	w->coats++;
}

static void paint(separate wall *x, separate wall *y, enum colour colour)
{
	for (int i = 0; i < COATS; i++)
		separate (x, y) {	// logs two calls, and goes on: nobody waits here
			set(x, colour);
			set(y, colour);
		}
}

static int look(separate wall *x, separate wall *y)
{
	int alike = 0;
	for (int i = 0; i < LOOKS; i++)
		separate (y, x) alike += x->colour == y->colour && x->coats == y->coats;
	return alike;
}

int main(void)
{
	separate wall *x = new separate wall {}, *y = new separate wall {};
	int alike = 0;
	scope {
		for (int i = 0; i < PAINTERS; i++)
			if (i % 2) spawn paint(x, y, i);
			else spawn paint(y, x, i);
		task(int) l = spawn look(x, y), m = spawn look(y, x);
		alike = join(l) + join(m);
	}
	separate (x) printf("%d coats, ", x->coats);
	printf("of the same colour %d times out of %d\n", alike, 2 * LOOKS);
	delete x;
	delete y;
}
