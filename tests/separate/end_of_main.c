// SPDX-License-Identifier: MIT
// Return from main waits until all that was logged has been carried out, and all that was logged by that. Objects that nobody
// deleted go without a word.
#include <conc.h>
#include <stdio.h>

typedef struct { int left; } printer;

static void count_down(printer *p, separate printer *other)
{
	printf("%d\n", p->left--);
	fflush(stdout);
	conc_sleep(1ms);
	if (p->left <= 0) return;
	separate printer *me = separate_of(p);
	separate (other) count_down(other, me);
}

int main(void)
{
	separate printer *a = new separate printer { 3 }, *b = new separate printer { 13 };
	separate (a) {
		count_down(a, b);
	}
	return 5;
}
