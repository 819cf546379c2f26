/* SPDX-License-Identifier: MIT */
/* A thread waits for the quiet of a handler that it has reserved. */
#include <conc.h>

typedef struct { int n; } counter;

static void wait_for(separate counter *c)
{
	waituntil (quiet(c)) { }
}

int main(void)
{
	separate counter *c = new separate counter {};
	separate (c) wait_for(c);
}
