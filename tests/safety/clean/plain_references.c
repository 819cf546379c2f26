// SPDX-License-Identifier: MIT
// class: life
// An object counts its references in an atomic member. Who gives the last one back deletes it.
#include <conc.h>
#include <stdio.h>

struct image { _Atomic int references; int size; };
static _Atomic int freed;

static void release(struct image *i)
{
	if (--i->references == 0) {
		delete i;
		freed++;
	}
}

static int draw(struct image *i)
{
	int size = i->size;

	release(i);
	return size;
}

int main(void)
{
	struct image *i = new struct image { 2, 10 };
	task(int) a = spawn draw(i), b = spawn draw(i);
	int sum = join(a) + join(b);

	printf("%d, freed %d\n", sum, freed);
	return sum != 20 || freed != 1;
}
