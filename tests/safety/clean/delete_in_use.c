// SPDX-License-Identifier: MIT
// class: life
// Main deletes an object when the task that reads it has been joined.
#include <conc.h>
#include <stdio.h>

struct book { int pages[50]; };

static int count(const struct book *b)
{
	int n = 0;

	for (int i = 0; i < 50; i++) {
		n += b->pages[i] == 1;
		conc_yield();
	}
	return n;
}

int main(void)
{
	struct book *b = new struct book { { 1, 1, 1 } };
	task(int) reader = spawn count(b);
	int n = join(reader);

	delete b;
	printf("%d\n", n);
	return n != 3;
}
