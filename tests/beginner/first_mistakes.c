// SPDX-License-Identifier: MIT
// What somebody writes who knows other languages.
#include <conc.h>

monitor stock { int n; };

static void add(stock *s mutex, int n) { s->n += n; }
static void take(mutex stock *s, int n) { s->n -= n; }

// None here.
static int right(channel(int) *c, int x)
{
	if (x) goto out;
	else x << c;
	do x << c; while (x);
	switch (x) { case 1: x << c; }
out:	x << c;
	separate struct { int a; } *none = NULL;
	return x << c;
}

int main(void)
{
	channel(int) c = {4};
	stock s = {0};
	int x << c;
	unsigned long y << c;
	conc_duration_list z << c;
	conc_sleep(100 ms);
	separate s { add(&s, x); }
	take(&s, 1);
	struct point p << c;
	return right(&c, x);
}
