// SPDX-License-Identifier: MIT
// What one statement reserves is reserved in one step: three objects of which clients reserve all, or two in any order, are
// never found in different states by who reserves them together.
#include <conc.h>
#include <stdio.h>

enum { CLIENTS = 6, ROUNDS = 60 };

typedef struct { int state, changes; } cell;

static void become(cell *c, int state)
{
	c->state = state;
	c->changes++;
}

static int state(const cell *c) { return c->state; }

static int client(separate cell *x, separate cell *y, separate cell *z, int me)
{
	int unlike = 0;
	for (int i = 0; i < ROUNDS; i++) {
		int mine = me * 1000 + i;
		switch ((me + i) % 4) {
		case 0:
			separate (x, y, z) become(z, mine), become(x, mine), become(y, mine);
			break;
		case 1:
			separate (z, x, y) {
				become(x, mine);
				become(y, mine);
				conc_yield();
				become(z, mine);
			}
			break;
		case 2:
			separate (y, x) unlike += state(x) != state(y);
			separate (z, y) unlike += z->state != y->state;
			break;
		default:
			separate (x, z) {
				int a = state(z);
				conc_yield();
				unlike += state(x) != a;
			}
		}
	}
	return unlike;
}

int main(void)
{
	separate cell *x = new separate cell {}, *y = new separate cell {}, *z = new separate cell {};
	task(int) t[CLIENTS];
	int unlike = 0;
	for (int i = 0; i < CLIENTS; i++) t[i] = spawn client(x, y, z, i);
	for (int i = 0; i < CLIENTS; i++) unlike += join(t[i]);
	separate (x, y, z) printf("%d %d %d changes, %d unlike\n", x->changes, y->changes, z->changes, unlike);
	delete x;
	delete y;
	delete z;
}
