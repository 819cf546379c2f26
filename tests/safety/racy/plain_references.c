// SPDX-License-Identifier: MIT
// class: life
// An object counts its references in a plain member. Two threads give theirs back.
#include <conc.h>
#include <stdio.h>

struct image { int references, size; };
static _Atomic int freed;

static void release(struct image *i)
{
	if (--i->references == 0)	/* races */
		freed++;
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

	delete i;
	printf("%d, %s\n", sum, freed <= 1 ? "freed" : "freed twice");
}
