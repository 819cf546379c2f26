// SPDX-License-Identifier: MIT
// Shifts of actors, which receive by |, and of channels in C++'s manner.
#include <conc.h>

actor clerk { int n; };
actor manager { inline clerk; };
message letter { int n; };
receive (clerk *c, letter *l) { c->n += l->n; }
channel(int) numbers;
channel(letter) letters;
future(int) answer;

int main(void)
{
	static clerk a;
	static manager of[2];
	letter x = { 1 };
	letter *p = &x;
	clerk *q = &a;
	int v = 1 >> 1 << 2;
	a << x;
	x >> a;
	q << *p;
	of[1] << (letter){ 1 };
	p >> q;
	numbers >> v;
	v >> numbers;
	v >> &numbers;
	answer >> v;
	if (x >> letters) v = 2;
	letters << x;
}
