// SPDX-License-Identifier: MIT
// class: guarded
// A monitor is made and filled by one thread without its lock. Others learn its address by a channel, and take the lock.
#include <conc.h>
#include <stdio.h>

monitor box { int coins; };

static box *make(int coins)
{
	box *b = new box {};

	for (int i = 0; i < coins; i++)
		b->coins++;
	return b;
}

static void take(channel(box *) *from, int n)
{
	box *b;

	b << from;
	for (int i = 0; i < n; i++)
		mutex (b) b->coins--;
}

int main(void)
{
	channel(box *) boxes = { 2 };
	box *b = make(10);
	{
		task(void) ann = spawn take(&boxes, 2), bob = spawn take(&boxes, 3);
		boxes << b;
		boxes << b;
	}
	int left = b->coins;
	delete b;
	printf("%d left\n", left);
	return left != 5;
}
