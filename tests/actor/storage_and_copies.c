// SPDX-License-Identifier: MIT
// An actor has identity: it is no value, and no member but by pointer.
#include <conc.h>

actor counter { long n; };
struct holder { counter in; counter *at; };
union either { counter in; int n; };
monitor shared { counter all[2]; };

static _Thread_local counter local;
static _Atomic(counter) atomic;
counter several[3];
void take(counter c);
counter give(void);

void f(counter *p, counter *q, int n)
{
	register counter fast;
	counter a = *p, b = { 1, 2 }, c[2] = { 1, 2 };
	*p = *q;
	p = &(counter){ 3 };
	for (counter i = {}; n; n--) ;
	if (n) goto over;
	counter late;
over:
	mutex (late) { }
	join(late);
	delete late;
	(void)(n ? a : b);
}
