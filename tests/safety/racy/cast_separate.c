// SPDX-License-Identifier: MIT
// class: separate
// A cast by way of void * makes a plain pointer of a separate one, and main reads the object while its handler writes it.
#include <conc.h>
#include <stdio.h>

typedef struct { int steps; } walker;

static void walk(walker *w, int n)
{
	while (n--)
		w->steps++;	/* races */
}

int main(void)
{
	separate walker *w = new separate walker {};
	walker *plain = (walker *)(void *)w;
	int seen;

	separate (w) walk(w, 10);
	seen = plain->steps;	/* races */
	separate (w) seen += w->steps;
	delete w;
	printf("%s\n", seen <= 20 ? "walked" : "too far");
}
