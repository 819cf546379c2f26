// SPDX-License-Identifier: MIT
// class: life
// Main deletes an object while a task still reads it.
#include <conc.h>
#include <stdio.h>

struct book { int pages[50]; };

static int count(const struct book *b)
{
	int n = 0;

	for (int i = 0; i < 50; i++) {
		n += b->pages[i] == 1;	/* races */
		conc_yield();
	}
	return n;
}

int main(void)
{
	struct book *b = new struct book { { 1, 1, 1 } };
	task(int) reader = spawn count(b);

	conc_yield();
	delete b;	/* races */
	printf("%s\n", join(reader) <= 50 ? "read" : "too much");
}
