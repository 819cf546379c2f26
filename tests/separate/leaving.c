// SPDX-License-Identifier: MIT
// Whichever way control leaves a block, its reservation ends: the next client's call is carried out.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }

static int look(separate cell *c)
{
	separate (c) return get(c);
}

static int free_again(separate cell *a, separate cell *b)	// another client's answer comes
{
	task(int) t = spawn look(a), u = spawn look(b);
	return join(t) * 1000 + join(u);
}

static int by_return(separate cell *a, separate cell *b, int way)
{
	separate (a, b) {
		add(a, 1);
		if (way) return get(a) + 100 * get(b);
		separate (b) {
			add(b, 1);
			return get(b);
		}
	}
}

static int by_goto(separate cell *a, separate cell *b)
{
	int rounds = 0;
again:
	separate (a) {
		separate (b) {
			add(a, 1);
			add(b, 1);
			if (++rounds < 3) goto again;
			if (rounds < 4) goto outer;
		}
	outer:
		add(a, 10);
		if (rounds++ < 4) goto end;
		add(a, 1000000);
	}
end:
	return rounds;
}

int main(void)
{
	separate cell *a = new separate cell {}, *b = new separate cell {};
	for (int i = 0; i < 5; i++)
		separate (a) {
			add(a, 1);
			if (i == 1) continue;
			separate (b) {
				if (i == 3) break;
				add(b, 1);
				if (i == 2) continue;
			}
			add(a, 10);
		}
	printf("%d\n", free_again(a, b));
	printf("%d ", by_return(a, b, 0));
	printf("%d ", by_return(a, b, 1));
	printf("%d\n", free_again(a, b));
	printf("%d ", by_goto(a, b));
	printf("%d\n", free_again(a, b));
	for (int i = 0; i < 3; i++) {
		switch (i) {
		case 1:
			separate (a) {
				add(a, 100);
				break;
			}
		}
	}
	while (true) separate (a, b) if (get(a) > 200) break; else add(a, 50);
	printf("%d\n", free_again(a, b));
	delete a;
	delete b;
}
