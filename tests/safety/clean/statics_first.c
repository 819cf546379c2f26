// SPDX-License-Identifier: MIT
// class: shared
// Static tables are filled by main before anything starts. Then threads, an actor and a handler read them.
#include <conc.h>
#include <stdio.h>

static int squares[10];
actor summer { int sum; };
message add { int of; };
typedef struct { int sum; } cell;

receive (summer *self, add *m)
{
	self->sum += squares[m->of];
}

static void put(cell *c, int of)
{
	c->sum += squares[of];
}

static int look_up(int of)
{
	return squares[of];
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		squares[i] = i * i;
	static summer s;
	separate cell *c = new separate cell {};
	int in_cell;
	conc_actors_start(NULL);
	s | (add){ 3 } | (add){ 4 };
	separate (c) {
		put(c, 5);
		in_cell = c->sum;
	}
	task(int) t = spawn look_up(6);
	int sum = join(t) + in_cell;
	conc_actors_stop();
	delete c;
	printf("%d\n", sum + s.sum);
	return sum + s.sum != 86;
}
