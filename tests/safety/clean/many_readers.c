// SPDX-License-Identifier: MIT
// class: lock
// Many readers share a monitor for reading, and a writer changes two members in one step. No reader sees one without the other.
#include <conc.h>
#include <stdio.h>

monitor pair { int a, b; };
static pair p = { 5, 5 };

static bool is_whole(const pair * mutex(read) x)
{
	return x->a + x->b == 10;
}

static void move(pair * mutex x, int n)
{
	x->a -= n;
	x->b += n;
}

static int watch(void)
{
	int torn = 0;

	for (int i = 0; i < 10; i++)
		torn += !is_whole(&p);
	return torn;
}

int main(void)
{
	task(int) t[3];
	int torn = 0;

	for (int i = 0; i < 3; i++)
		t[i] = spawn watch();
	for (int i = 0; i < 10; i++)
		move(&p, i % 2 ? 2 : -1);
	for (int i = 0; i < 3; i++)
		torn += join(t[i]);
	printf("%d torn\n", torn);
	return torn;
}
