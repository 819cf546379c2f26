#include <conc.h>

typedef struct stack { int n; } stack;
static int count(const stack *s) { return s->n; }

void f(separate stack *s, stack *plain, channel(int) *c)
{
	separate (s) { } or waituntil (<< c) { }
	separate (plain) require (count(plain) > 0) { } or waituntil (<< c) { }
	waituntil (<< c) { } or separate (s) require (count(s) > missing) { } or else { }
	waituntil (<< c) { } or separate (s) { count(s); }
	goto in;
	separate (s) require (count(s) > 0) { in: ; } or else { }
}
